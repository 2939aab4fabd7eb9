/** Takes away a factor of one's own: a phone that was sold, an app that is used no more. */

import { demandsFactor } from "#lib/second-factor-policy.ts";
import { voidChanges } from "#server/change-requests/ask/void-changes.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { tellMember } from "#server/notices/tell-member.ts";
import { actAsHolder } from "#server/second-factor/act-as-holder.ts";
import { hasFactor, readFactors } from "#server/second-factor/factors-of.ts";
import { lockMember } from "#server/second-factor/lock-member.ts";
import { readSecondFactorRules } from "#server/second-factor/read-policy.ts";
import { recordAudit } from "#server/store/audit-log.ts";
import { tellChange } from "#server/store/changes.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

/** Throws `step_up_needed`, `not_found`, and `last_factor` where the desk asks for one. */
export function removePasskey(context: Context, { id }: { id: string }): Promise<void> {
	return remove(context, "passkey_removed", async (trx) => {
		const own = trx.deleteFrom("passkey").where("id", "=", id).where("member_id", "=", context.member.id);
		const row = await own.returning("name").executeTakeFirst();
		return row ? { passkey: row.name } : null;
	});
}

/** As above. */
export function removeTotp(context: Context): Promise<void> {
	return remove(context, "totp_removed", async (trx) => {
		const own = trx.deleteFrom("totp").where("member_id", "=", context.member.id).where("confirmed_at", "is not", null);
		return (await own.returning("member_id").executeTakeFirst()) ? {} : null;
	});
}

async function remove(
	context: Context,
	kind: "passkey_removed" | "totp_removed",
	take: (trx: DatabaseTransaction) => Promise<Record<string, string> | null>,
): Promise<void> {
	const { member, clock, database } = context;
	await database.transaction().execute(async (trx) => {
		await context.presence.demand(trx, { purpose: "account" });
		await lockMember(trx, member.id);
		await actAsHolder(trx, member.id);
		const details = await take(trx);
		if (!details) throw new AppError("not_found", "no such factor of one's own");
		if (!hasFactor(await readFactors(trx, member.id))) await demandNone(context, trx);
		const subject = { subjectKind: "member", subjectId: member.id } as const;
		const at = clock.now();
		await recordAudit(trx, { at, memberId: member.id, action: `member.${kind}`, details, ...subject });
		await tellMember(trx, { at, memberId: member.id, kind, details });
		await voidChanges(trx, clock.now(), { kind: "second_factor_reset", subject: member.id });
		await tellChange(trx, { topic: "members", id: member.id });
	});
}

/** The last one goes where none is asked for, and the recovery codes with it. */
async function demandNone({ member }: Context, trx: DatabaseTransaction): Promise<void> {
	if (demandsFactor((await readSecondFactorRules(trx)).policy, member.role))
		throw new AppError("last_factor", "the desk asks this member for a second factor");
	await trx.deleteFrom("recovery_code").where("member_id", "=", member.id).execute();
}
