import type { Asked } from "#lib/contracts/change-request.ts";
import {
	type PayoutRule,
	type PayoutRuleChange,
	payoutRuleChangeSchema,
	type RuleAmounts,
	readRuleAmounts,
} from "#lib/contracts/payout-rule.ts";
import { loosens } from "#lib/loosening.ts";
import { demandStill } from "#server/access/demand-still.ts";
import { demand } from "#server/access/permissions.ts";
import { askForChange } from "#server/change-requests/ask/ask-for-change.ts";
import { voidChanges } from "#server/change-requests/ask/void-changes.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { parseInput } from "#server/parse-input.ts";
import { readPayoutRule } from "#server/payments/rules/payout-rule.ts";
import { keepPayoutRule } from "#server/settings/keep-payout-rule.ts";

/**
 * Limits and approvers of one currency, whole: stricter at once, looser by a second admin. What is equal already is neither
 * written nor recorded. Throws forbidden, wallet_unknown, invalid_input (`fields`), conflict when another admin was faster, change_waits.
 */
export async function changePayoutRule(
	context: Context,
	input: { currency: string; change: PayoutRuleChange },
): Promise<PayoutRule | Asked> {
	demand(context, "settings.manage");
	const change = parseInput(payoutRuleChangeSchema, input.change);
	const { currency } = input;
	if (!context.config.walletCurrencies.includes(currency))
		throw new AppError("wallet_unknown", `no ${currency} wallet`);
	const read = readRuleAmounts(change, currency);
	if ("faults" in read) throw new AppError("invalid_input", "amounts cannot be read", { fields: read.faults });
	const step = { at: context.clock.now(), by: context.member.id };
	return context.database.transaction().execute(async (trx) => {
		await demandStill(context, trx, "settings.manage");
		const rule = await readPayoutRule(trx, currency);
		if (rule.version !== change.version) throw tooLate();
		const [before, after] = [amountsOf(rule), read.amounts];
		const subject = { kind: "payout_rule", subject: currency } as const;
		if (loosens("payout_rule", before, after)) return askForChange(context, trx, { ...subject, before, after });
		if (!(await keepPayoutRule(trx, rule, { ...rule, ...after }, step))) throw tooLate();
		const kept = await readPayoutRule(trx, currency);
		if (kept.version === rule.version) return rule;
		await voidChanges(trx, step.at, subject);
		return { ...kept, changedBy: context.member.name };
	});
}

function tooLate(): AppError {
	return new AppError("conflict", "another admin changed this rule meanwhile");
}

function amountsOf(rule: PayoutRule): RuleAmounts {
	const { perPayment, perPersonDay, perDestinationDay, noApproverUpTo, oneApproverUpTo } = rule;
	return { perPayment, perPersonDay, perDestinationDay, noApproverUpTo, oneApproverUpTo };
}
