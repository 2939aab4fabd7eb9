import { requiresFactor } from "#lib/members/second-factor-policy.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { voidChanges } from "#server/guarded-changes/record-change.ts";
import { recordAccountEvent } from "#server/notices/notify-member.ts";
import { changeOwnFactors, hasFactor, readFactors } from "#server/second-factor/factors-of.ts";
import { readSecondFactorRules } from "#server/second-factor/read-policy.ts";
import { actAs, type DatabaseTransaction } from "#server/store/database.ts";

/** Throws `step_up_needed`, `not_found`, and `last_factor` when the desk requires one. */
export function removePasskey(context: Context, { id }: { id: string }): Promise<void> {
	return remove(context, "passkey_removed", async (trx) => {
		const own = trx.deleteFrom("passkey").where("id", "=", id).where("member_id", "=", context.member.id);
		const row = await own.returning("name").executeTakeFirst();
		return row ? { passkey: row.name } : null;
	});
}

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
	const { member, clock } = context;
	await changeOwnFactors(context, async (trx) => {
		await actAs(trx, "own_factor", member.id);
		const details = await take(trx);
		if (!details) throw new AppError("not_found", "the member has no such factor");
		if (!hasFactor(await readFactors(trx, member.id))) await requireNone(context, trx);
		await voidChanges(trx, clock.now(), { kind: "second_factor_reset", subject: member.id });
		await recordAccountEvent(trx, { at: clock.now(), memberId: member.id, kind, details });
	});
}

/** Runs when the last factor is removed: refuses it while the policy requires a factor, else also deletes the recovery codes. */
async function requireNone({ member }: Context, trx: DatabaseTransaction): Promise<void> {
	if (requiresFactor((await readSecondFactorRules(trx)).policy, member.role))
		throw new AppError("last_factor", "this member must keep a second factor");
	await trx.deleteFrom("recovery_code").where("member_id", "=", member.id).execute();
}
