import type { PayoutRules } from "#lib/contracts/payout-rule.ts";
import { ruleWithoutDecision } from "#lib/payments/payout-rules.ts";
import { requirePermission } from "#server/access/require-permission.ts";
import type { Context } from "#server/context.ts";
import {
	readBatchFailureRule,
	readNewNumberRule,
	readPaymentExpiry,
	readSmallerFirst,
} from "#server/payment-records/payment-settings.ts";
import { toPayoutRule } from "#server/payments/rules/payout-rule.ts";

/** Lists one rule per wallet, with or without limits set. */
export async function readPayoutRules(context: Context): Promise<PayoutRules> {
	requirePermission(context, "settings.read");
	const { database, config } = context;
	const [rows, expiry, smallerFirst, newNumbers, batchFailures] = await Promise.all([
		database
			.selectFrom("payout_rule")
			.leftJoin("member", "member.id", "payout_rule.changed_by")
			.selectAll("payout_rule")
			.select("member.name as changed_by_name")
			.execute(),
		readPaymentExpiry(database),
		readSmallerFirst(database),
		readNewNumberRule(database),
		readBatchFailureRule(database),
	]);
	const items = config.walletCurrencies.map((currency) => {
		const row = rows.find((each) => each.currency === currency);
		return row ? toPayoutRule(row, row.changed_by_name) : ruleWithoutDecision(currency);
	});
	return { items, expiry, timeZone: config.timeZone, smallerFirst, newNumbers, batchFailures };
}
