import { ulid } from "ulid";
import { type NewMember, newMemberSchema } from "#lib/contracts/member.ts";
import { demandGoodPassword } from "#server/access/password/password-rules.ts";
import { hashPassword } from "#server/access/password/passwords.ts";
import type { MemberToInsert } from "#server/members/insert-member.ts";
import { parseInput } from "#server/parse-input.ts";

export interface PasswordRules {
	/** Its words are no password. */
	businessName?: string | undefined;
	/** The demo's own people have the password that everybody knows. */
	isDemo?: boolean;
}

/** Judged and hashed before any transaction: hashing is slow on purpose. Throws `invalid_input`. */
export async function prepareMember(
	input: NewMember,
	at: Date,
	{ businessName, isDemo = false }: PasswordRules,
): Promise<MemberToInsert> {
	const { name, role, password } = parseInput(newMemberSchema, input);
	const email = input.email.toLowerCase();
	if (!isDemo) await demandGoodPassword(password, { email, name, businessName });
	return { id: ulid(at.getTime()), email, name, role, passwordHash: await hashPassword(password) };
}
