import type { PayoutRules } from "#lib/contracts/payout-rule.ts";
import { ruleWithoutDecision } from "#lib/payout-rules.ts";
import { demand } from "#server/access/permissions.ts";
import type { Context } from "#server/context.ts";
import { readPaymentExpiry } from "#server/payments/payment-settings.ts";
import { toPayoutRule } from "#server/payments/rules/payout-rule.ts";

/** One rule for every wallet, decided or not. */
export async function readPayoutRules(context: Context): Promise<PayoutRules> {
	demand(context, "settings.read");
	const { database, config } = context;
	const [rows, expiry] = await Promise.all([
		database
			.selectFrom("payout_rule")
			.leftJoin("member", "member.id", "payout_rule.changed_by")
			.selectAll("payout_rule")
			.select("member.name as changed_by_name")
			.execute(),
		readPaymentExpiry(database),
	]);
	const items = config.walletCurrencies.map((currency) => {
		const row = rows.find((each) => each.currency === currency);
		return row ? toPayoutRule(row, row.changed_by_name) : ruleWithoutDecision(currency);
	});
	return { items, expiry, timeZone: config.timeZone };
}
