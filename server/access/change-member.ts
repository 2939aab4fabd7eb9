import { type Member, type MemberChange, memberChangeSchema } from "#lib/contracts/member.ts";
import { applyMemberChange } from "#server/access/apply-member-change.ts";
import { demandGoodPassword } from "#server/access/password-rules.ts";
import { hashPassword } from "#server/access/passwords.ts";
import { demand } from "#server/access/permissions.ts";
import { readMembers } from "#server/access/read-members.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { parseInput } from "#server/parse-input.ts";
import type { Database } from "#server/store/database.ts";

/**
 * Role, disabled, password: only what is given changes, and the member's sessions end.
 * Throws `forbidden`, `own_account`, `not_found`, `last_admin`, `invalid_input`.
 */
export async function changeMember(context: Context, input: { id: string; change: MemberChange }): Promise<Member> {
	demand(context, "member.manage");
	if (input.id === context.member.id) throw new AppError("own_account", "members do not change themselves");
	const { password, ...change } = parseInput(memberChangeSchema, input.change);
	const passwordHash =
		password === undefined ? null : await newPasswordHash(context.database, input.id, { password, ...context.config });
	return context.database.transaction().execute(async (trx) => {
		const who = { memberId: input.id, at: context.clock.now(), by: context.member.id };
		await applyMemberChange(trx, { ...who, change, passwordHash });
		const [member] = await readMembers(trx, input.id);
		if (!member) throw new AppError("not_found", "no such member");
		return member;
	});
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
