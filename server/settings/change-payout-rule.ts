import { z } from "zod";
import type { Asked } from "#lib/contracts/change-request.ts";
import {
	type PayoutRule,
	type PayoutRuleChange,
	type RuleAmounts,
	readRuleAmounts,
} from "#lib/contracts/payout-rule.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { differences, type GuardedChange } from "#server/guarded-changes/guarded-change.ts";
import { proposeChange } from "#server/guarded-changes/propose-change.ts";
import { endOwnWaits, lockOwnWaits } from "#server/payment-records/waiting-payouts.ts";
import { readPayoutRule } from "#server/payments/rules/payout-rule.ts";
import { recordAudit } from "#server/store/audit-log.ts";
import { publishUpdate } from "#server/store/live-updates.ts";

const amountsSchema = z.object({
	perPayment: z.string().nullable(),
	perPersonDay: z.string().nullable(),
	perDestinationDay: z.string().nullable(),
	noApproverUpTo: z.string(),
	oneApproverUpTo: z.string().nullable(),
});

export const payoutRule: GuardedChange<RuleAmounts> = {
	kind: "payout_rule",
	schema: amountsSchema,
	lock: (trx) => lockOwnWaits(trx, "limit_reached"),
	read: async (trx, { subject }) => amountsSchema.parse(await readPayoutRule(trx, subject)),
	async write(trx, { subject: currency, before, after }, { at, by, confirmedBy }) {
		const { version } = await readPayoutRule(trx, currency);
		const row = {
			...{ version: version + 1, changed_at: at, changed_by: by },
			...{ per_payment: after.perPayment, per_person_day: after.perPersonDay },
			...{ per_destination_day: after.perDestinationDay, no_approver_up_to: after.noApproverUpTo },
			one_approver_up_to: after.oneApproverUpTo,
		};
		await trx
			.insertInto("payout_rule")
			.values({ currency, ...row })
			.onConflict((conflict) => conflict.column("currency").doUpdateSet(row))
			.execute();
		// guard: changed-limit-ends-its-waits
		await endOwnWaits(trx, "limit_reached", currency);
		await recordAudit(trx, {
			...{ at, memberId: by, action: "setting.payout_rule_changed" },
			...{ subjectKind: "setting", subjectId: `payout_rule:${currency}` },
			details: { currency, ...differences(before, after), ...(confirmedBy ? { confirmedBy } : {}) },
		});
		await publishUpdate(trx, { topic: "settings", id: currency });
	},
};

/**
 * Changes the limits and approvers of one currency as a whole. A stricter rule takes effect at once, a looser one needs a second
 * admin. Equal values are neither written nor recorded. Throws forbidden, wallet_unknown, invalid_input (`fields`), conflict when
 * another admin was faster, change_waits.
 */
export async function changePayoutRule(
	context: Context,
	{ currency, change }: { currency: string; change: PayoutRuleChange },
): Promise<PayoutRule | Asked> {
	if (!context.config.walletCurrencies.includes(currency))
		throw new AppError("wallet_unknown", `no ${currency} wallet`);
	const read = readRuleAmounts(change, currency);
	if ("faults" in read) throw new AppError("invalid_input", "amounts cannot be read", { fields: read.faults });
	const asked = await proposeChange(context, payoutRule, async (trx) => {
		const { version } = await readPayoutRule(trx, currency);
		if (version !== change.version) throw new AppError("conflict", "another admin changed this rule meanwhile");
		return { subject: currency, after: read.amounts };
	});
	if (asked) return asked;
	const kept = await readPayoutRule(context.database, currency);
	return { ...kept, changedBy: kept.version === change.version ? null : context.member.name };
}
