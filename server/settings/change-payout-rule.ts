import {
	AMOUNT_FIELDS,
	type PayoutRule,
	type PayoutRuleChange,
	payoutRuleChangeSchema,
	readRuleAmounts,
} from "#lib/contracts/payout-rule.ts";
import { demand } from "#server/access/permissions.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { parseInput } from "#server/parse-input.ts";
import { readPayoutRule } from "#server/payments/rules/payout-rule.ts";
import { recordAudit } from "#server/store/audit-log.ts";
import { tellChange } from "#server/store/changes.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

/**
 * Limits and approvers of one currency, whole. What is equal already is neither written nor recorded. Throws forbidden,
 * wallet_unknown, invalid_input (`fields`), conflict when another admin was faster.
 */
export async function changePayoutRule(
	context: Context,
	input: { currency: string; change: PayoutRuleChange },
): Promise<PayoutRule> {
	demand(context, "settings.manage");
	const change = parseInput(payoutRuleChangeSchema, input.change);
	const { currency } = input;
	if (!context.config.walletCurrencies.includes(currency))
		throw new AppError("wallet_unknown", `no ${currency} wallet`);
	const read = readRuleAmounts(change, currency);
	if ("faults" in read) throw new AppError("invalid_input", "amounts cannot be read", { fields: read.faults });
	const { noApproverUpTo, ...amounts } = read.amounts;
	return context.database.transaction().execute(async (trx) => {
		const before = await readPayoutRule(trx, currency);
		const after = { ...before, ...amounts, noApproverUpTo: noApproverUpTo ?? "0.00" };
		if (before.version !== change.version) throw new AppError("conflict", "another admin changed this rule meanwhile");
		const details = differences(before, after);
		if (Object.keys(details).length === 0) return before;
		await keep(context, trx, after);
		await recordAudit(trx, {
			at: context.clock.now(),
			memberId: context.member.id,
			action: "setting.payout_rule_changed",
			subjectKind: "setting",
			subjectId: `payout_rule:${currency}`,
			details: { currency, ...details },
		});
		await tellChange(trx, { topic: "settings", id: currency });
		return { ...(await readPayoutRule(trx, currency)), changedBy: context.member.name };
	});
}

/** Field → "old → new", for the record. */
function differences(before: PayoutRule, after: PayoutRule): Record<string, string> {
	const changed = AMOUNT_FIELDS.filter((field) => before[field] !== after[field]);
	return Object.fromEntries(changed.map((field) => [field, `${before[field] ?? "–"} → ${after[field] ?? "–"}`]));
}

/** Of two admins at once one is too late, whether or not there was a row before. */
async function keep(context: Context, trx: DatabaseTransaction, rule: PayoutRule): Promise<void> {
	const values = {
		version: rule.version + 1,
		per_payment: rule.perPayment,
		per_person_day: rule.perPersonDay,
		per_destination_day: rule.perDestinationDay,
		no_approver_up_to: rule.noApproverUpTo,
		one_approver_up_to: rule.oneApproverUpTo,
		changed_at: context.clock.now(),
		changed_by: context.member.id,
	};
	const kept =
		rule.version === 0
			? await trx
					.insertInto("payout_rule")
					.values({ currency: rule.currency, ...values })
					.onConflict((conflict) => conflict.column("currency").doNothing())
					.returning("version")
					.executeTakeFirst()
			: await trx
					.updateTable("payout_rule")
					.set(values)
					.where("currency", "=", rule.currency)
					.where("version", "=", rule.version)
					.returning("version")
					.executeTakeFirst();
	if (!kept) throw new AppError("conflict", "another admin changed this rule meanwhile");
}
