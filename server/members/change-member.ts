import type { Asked } from "#lib/contracts/change-request.ts";
import { type Member, type MemberChange, memberChangeSchema } from "#lib/contracts/member.ts";
import { loosens } from "#lib/loosening.ts";
import { lockAdmins } from "#server/access/lock-admins.ts";
import { demandGoodPassword } from "#server/access/password/password-rules.ts";
import { hashPassword } from "#server/access/password/passwords.ts";
import { demand } from "#server/access/permissions.ts";
import { askForChange, type NewChange } from "#server/change-requests/ask/ask-for-change.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { applyMemberChange } from "#server/members/apply-member-change.ts";
import { readMembers } from "#server/members/read-members.ts";
import { parseInput } from "#server/parse-input.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";

type Wish = Omit<MemberChange, "password"> & { passwordHash: string | null };

/**
 * Role, disabled, password: only what is given changes, and the member's sessions end. Who gets more rights by it, or has rights
 * and gets another password, by a second admin. Throws `forbidden`, `own_account`, `not_found`, `last_admin`, `invalid_input`,
 * `change_waits`.
 */
export async function changeMember(
	context: Context,
	input: { id: string; change: MemberChange },
): Promise<Member | Asked> {
	demand(context, "member.manage");
	if (input.id === context.member.id) throw new AppError("own_account", "members do not change themselves");
	const { password, ...change } = parseInput(memberChangeSchema, input.change);
	const passwordHash =
		password === undefined ? null : await newPasswordHash(context.database, input.id, { password, ...context.config });
	return context.database.transaction().execute(async (trx) => {
		const admins = await lockAdmins(trx);
		if (!admins.has(context.member.id)) throw new AppError("forbidden", "no admin any more");
		const loosening = await looseningOf(trx, input.id, { ...change, passwordHash });
		if (loosening) return askForChange(context, trx, loosening);
		const who = { memberId: input.id, at: context.clock.now(), by: context.member.id };
		await applyMemberChange(trx, { ...who, change, passwordHash });
		const [member] = await readMembers(trx, input.id);
		if (!member) throw new AppError("not_found", "no such member");
		return member;
	});
}

/** The whole wish as one request when any part of it loosens; null when none does. */
async function looseningOf(trx: DatabaseTransaction, id: string, wish: Wish): Promise<NewChange | null> {
	const query = trx.selectFrom("member").select(["role", "disabled_at", "version"]).where("id", "=", id);
	const row = await query.forNoKeyUpdate().executeTakeFirst();
	if (!row) throw new AppError("not_found", "no such member");
	const before = { role: row.role, disabled: row.disabled_at !== null };
	const password = wish.passwordHash !== null;
	const after = { role: wish.role ?? before.role, disabled: wish.disabled ?? before.disabled, password };
	if (!loosens("member_changed", { ...before, password: false }, after)) return null;
	const about = { kind: "member_changed", subject: id } as const;
	return { ...about, before: { ...before, version: row.version }, after, secret: wish.passwordHash };
}

/** Judged against the member's own name. Throws `not_found`, `invalid_input`. */
export async function newPasswordHash(
	database: Database,
	memberId: string,
	{ password, businessName }: { password: string; businessName?: string | undefined },
): Promise<string> {
	const owner = await database
		.selectFrom("member")
		.select(["email", "name"])
		.where("id", "=", memberId)
		.executeTakeFirst();
	if (!owner) throw new AppError("not_found", "no such member");
	await demandGoodPassword(password, { ...owner, businessName });
	return hashPassword(password);
}
