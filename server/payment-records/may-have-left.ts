/** Marks payments that wait without a permit as possibly sent, since a restored database does not know what was sent. */

import { sql } from "kysely";
import { WAITING_STATES } from "#lib/payment-state.ts";
import { movePayments, type NewPaymentEvent } from "#server/payment-records/move-payment.ts";
import type { PaymentRow } from "#server/payment-records/payment-summary.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

/**
 * Locks all waiting payments, including unapproved ones: they may have been approved and sent in the time that the database lost. Their
 * batches are locked before them, as everywhere.
 */
export async function lockWaiting(trx: DatabaseTransaction): Promise<PaymentRow[]> {
	await sql`select from batch where id in (select batch_id from payment where state in (${sql.join(WAITING_STATES)}))
		order by id for update`.execute(trx);
	return trx
		.selectFrom("payment")
		.selectAll()
		.where("state", "in", WAITING_STATES)
		.orderBy("created_at")
		.orderBy("id")
		.forUpdate()
		.execute();
}

/** `may_have_left_until` (database time) limits the search for evidence. Returns the payments that still waited. */
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
	const moves = payments.map((payment) => ({ payment, happening }));
	return movePayments(trx, at, moves, { to: "may_have_left", set });
}
