/** Adds a member from the command line or for a demo: the owner needs no second admin. The audit log still records it. */
import type { Member, NewMember } from "#lib/contracts/member.ts";
import type { Clock } from "#server/context.ts";
import { insertMember, type PasswordRules, prepareMember } from "#server/members/insert-member.ts";
import { asOwner } from "#server/store/as-owner.ts";
import type { Database } from "#server/store/database.ts";

/** Throws `email_taken`, and `invalid_input`, for example for a name that resembles another member's. */
export async function createAsOwner(
	database: Database,
	clock: Clock,
	input: NewMember,
	rules: PasswordRules = {},
): Promise<Pick<Member, "id" | "name" | "email" | "role">> {
	const at = clock.now();
	const member = await prepareMember(input, at, rules);
	await asOwner(database, (trx) => insertMember(trx, member, { at, by: null }));
	const { id, name, email, role } = member;
	return { id, name, email, role };
}
