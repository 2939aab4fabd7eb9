/** What waits before its permit and must not leave any more: truly expired, or marked as what may have left already. */

import { sql } from "kysely";
import { WAITING_STATES } from "#lib/payment-state.ts";
import { type Happening, movePayment } from "#server/payments/move-payment.ts";
import type { PaymentRow } from "#server/payments/payment-summary.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

/** Approved or not: who agrees, and what is sent, in the time that a database loses is lost with it. */
export async function lockWaiting(trx: DatabaseTransaction): Promise<PaymentRow[]> {
	return trx
		.selectFrom("payment")
		.selectAll()
		.where("state", "in", WAITING_STATES)
		.orderBy("created_at")
		.forUpdate()
		.execute();
}

/**
 * It has no permit here and may have left all the same. `may_have_left_until` says until when, by the database's clock: its evidence
 * is looked for up to there, and people settle it some time after. Null when it does not wait any more.
 */
export async function markMayHaveLeft(
	trx: DatabaseTransaction,
	at: Date,
	payment: PaymentRow,
	happening: Happening,
): Promise<PaymentRow | null> {
	const moved = await movePayment(trx, at, payment, { ...happening, to: "may_have_left" });
	if (!moved) return null;
	return trx
		.updateTable("payment")
		.set({ may_have_left_until: sql<Date>`now()` })
		.where("id", "=", moved.id)
		.returningAll()
		.executeTakeFirstOrThrow();
}
