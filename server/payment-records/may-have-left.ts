/** Ends payments that wait before their permit and must not leave: expired, or marked as possibly sent already. */

import { sql } from "kysely";
import { WAITING_STATES } from "#lib/payment-state.ts";
import { movePayments, type NewPaymentEvent } from "#server/payment-records/move-payment.ts";
import type { PaymentRow } from "#server/payment-records/payment-summary.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

/** Includes unapproved payments: a restored database also loses approvals and sends. */
export async function lockWaiting(trx: DatabaseTransaction): Promise<PaymentRow[]> {
	return trx
		.selectFrom("payment")
		.selectAll()
		.where("state", "in", WAITING_STATES)
		.orderBy("created_at")
		.orderBy("id")
		.forUpdate()
		.execute();
}

/**
 * The payments have no permit here but may have left. `may_have_left_until` (database time) limits the search for their evidence;
 * people settle them some time after, and those of deposits after the payer's window. Returns those that still waited.
 */
export async function markMayHaveLeft(
	trx: DatabaseTransaction,
	at: Date,
	payments: readonly PaymentRow[],
	happening: NewPaymentEvent,
): Promise<PaymentRow[]> {
	const set = {
		may_have_left_until: sql<Date>`now()`,
		payer_deadline: sql<Date>`case when payment.kind = 'deposit' then
			now() + (select window_minutes from operator where code = payment.operator) * interval '1 minute' end`,
	};
	return movePayments(trx, at, payments, { to: "may_have_left", set }, () => happening);
}
