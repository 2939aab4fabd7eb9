import type { Selectable } from "kysely";
import type { PayoutRule } from "#lib/contracts/payout-rule.ts";
import { ruleWithoutDecision } from "#lib/payments/payout-rules.ts";
import type { Database } from "#server/store/database.ts";
import type { Tables } from "#server/store/tables/tables.ts";

/** Returns the current rule; by default no limits and one approver for any amount. */
export async function readPayoutRule(database: Database, currency: string): Promise<PayoutRule> {
	const query = database.selectFrom("payout_rule").selectAll().where("currency", "=", currency);
	const row = await query.executeTakeFirst();
	return row ? toPayoutRule(row, null) : ruleWithoutDecision(currency);
}

export function toPayoutRule(row: Selectable<Tables["payout_rule"]>, changedBy: string | null): PayoutRule {
	return {
		currency: row.currency,
		version: row.version,
		perPayment: row.per_payment,
		perPersonDay: row.per_person_day,
		perDestinationDay: row.per_destination_day,
		noApproverUpTo: row.no_approver_up_to,
		oneApproverUpTo: row.one_approver_up_to,
		changedAt: row.changed_at.toISOString(),
		changedBy,
	};
}
