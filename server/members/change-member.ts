import { z } from "zod";
import type { Asked } from "#lib/contracts/change-request.ts";
import type { Member, MemberChange } from "#lib/contracts/member.ts";
import { ROLES } from "#lib/roles.ts";
import { requireGoodPassword } from "#server/access/password/password-rules.ts";
import { hashPassword } from "#server/access/password/passwords.ts";
import { requirePermission } from "#server/access/require-permission.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import type { GuardedChange } from "#server/guarded-changes/guarded-change.ts";
import { proposeChange } from "#server/guarded-changes/propose-change.ts";
import { applyMemberChange } from "#server/members/apply-member-change.ts";
import { readMembers } from "#server/members/list-members.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";

/** `password`: true when an admin sets another password for the member. */
const changeSchema = z.object({ role: z.enum(ROLES), disabled: z.boolean(), password: z.boolean() });

export const memberChange: GuardedChange<z.infer<typeof changeSchema>> = {
	kind: "member_changed",
	schema: changeSchema,
	// The version makes a change request invalid as soon as anything else about the member changes.
	read: (trx, { subject }) => readRoleAndStatus(trx, subject),
	async write(trx, { subject, after: { role, disabled }, secret }, step) {
		await applyMemberChange(trx, { ...step, memberId: subject, change: { role, disabled }, passwordHash: secret });
	},
};

async function readRoleAndStatus(trx: DatabaseTransaction, id: string) {
	const query = trx
		.selectFrom("member")
		.select(["role", "disabled_at", "version", "rights_until"])
		.where("id", "=", id);
	const row = await query.forNoKeyUpdate().executeTakeFirstOrThrow(() => new AppError("not_found", "no such member"));
	const { role, version } = row;
	return { role, disabled: row.disabled_at !== null, version, ...formerRights(row.rights_until) };
}

/** A member who lost a right to decide is guarded like one who has it: the right may be given back. */
export const formerRights = (until: Date | null): Record<string, true> => (until === null ? {} : { hadRights: true });

/**
 * Changes the given fields (role, disabled, password) and ends the member's sessions. A second admin must confirm more rights, and
 * a new password for anybody but a viewer. Throws `forbidden`, `own_account`, `not_found`, `last_admin`, `invalid_input`,
 * `change_waits`.
 */
export async function changeMember(
	context: Context,
	{ id, change }: { id: string; change: MemberChange },
): Promise<Member | Asked> {
	requirePermission(context, "member.manage");
	if (id === context.member.id) throw new AppError("own_account", "members do not change themselves");
	const { password, ...wanted } = change;
	const secret =
		password === undefined ? null : await newPasswordHash(context.database, id, { password, ...context.config });
	const asked = await proposeChange(context, memberChange, async (trx) => {
		const { role, disabled } = await readRoleAndStatus(trx, id);
		return { subject: id, after: { role, disabled, ...wanted, password: secret !== null }, secret };
	});
	if (asked) return asked;
	const [member] = await readMembers(context.database, id);
	if (!member) throw new AppError("not_found", "no such member");
	return member;
}

/** Returns the hash of a password that is good for this member. Throws `not_found`, `invalid_input` (weak, or the member's own words). */
export async function newPasswordHash(
	database: Database,
	memberId: string,
	{ password, businessName }: { password: string; businessName?: string | undefined },
): Promise<string> {
	const owner = await database
		.selectFrom("member")
		.select(["email", "name"])
		.where("id", "=", memberId)
		.executeTakeFirstOrThrow(() => new AppError("not_found", "no such member"));
	await requireGoodPassword(password, { ...owner, businessName });
	return hashPassword(password);
}
