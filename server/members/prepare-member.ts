import { ulid } from "ulid";
import { type NewMember, newMemberSchema } from "#lib/contracts/member.ts";
import { requireGoodPassword } from "#server/access/password/password-rules.ts";
import { hashPassword } from "#server/access/password/passwords.ts";
import type { MemberToInsert } from "#server/members/insert-member.ts";
import { parseInput } from "#server/parse-input.ts";

export interface PasswordRules {
	/** A password must not consist of these words. */
	businessName?: string | undefined;
	/** Demo members share one public password. */
	isDemo?: boolean;
}

/** Checks and hashes the password before any transaction, because hashing is slow on purpose. Throws `invalid_input`. */
export async function prepareMember(
	input: NewMember,
	at: Date,
	{ businessName, isDemo = false }: PasswordRules,
): Promise<MemberToInsert> {
	const { name, role, password } = parseInput(newMemberSchema, input);
	const email = input.email.toLowerCase();
	if (!isDemo) await requireGoodPassword(password, { email, name, businessName });
	return { id: ulid(at.getTime()), email, name, role, passwordHash: await hashPassword(password) };
}
