import { sql } from "kysely";
import { WAITING_STATES } from "#lib/payment-state.ts";
import type { SystemContext } from "#server/context.ts";
import { movePayment } from "#server/payments/move-payment.ts";
import { readPaymentExpiry } from "#server/payments/payment-settings.ts";
import type { PaymentRow } from "#server/payments/payment-summary.ts";

const BATCH = 500;

/** What waited too long for a person or for the worker is not sent any more. Returns how many expired. */
export async function expirePayments(system: SystemContext): Promise<number> {
	const overdue = await selectOverdue(system);
	let expired = 0;
	for (const row of await overdue.orderBy("created_at").limit(BATCH).execute()) {
		if (await expirePayment(system, row)) expired += 1;
	}
	return expired;
}

/** Also asked right before sending: a worker that was away for days must not send what is too old. */
export async function isPastExpiry(system: SystemContext, payment: PaymentRow): Promise<boolean> {
	const overdue = await selectOverdue(system);
	return (await overdue.where("id", "=", payment.id).executeTakeFirst()) !== undefined;
}

export async function expirePayment(system: SystemContext, payment: PaymentRow): Promise<boolean> {
	const at = system.clock.now();
	const moved = await system.database
		.transaction()
		.execute((trx) => movePayment(trx, at, payment, { to: "expired", event: "expired", by: "cauri" }));
	return moved !== null;
}

/** Payments before their permit whose last word is too old: an approval starts the clock anew. */
async function selectOverdue(system: SystemContext) {
	const expiry = await readPaymentExpiry(system.database);
	const before = (minutes: number) => new Date(system.clock.now().getTime() - minutes * 60_000);
	return (
		system.database
			.selectFrom("payment")
			.selectAll()
			.where("state", "in", WAITING_STATES)
			// A payout that its wallet may show as gone does not expire as unsent.
			.where(({ or, not, exists, selectFrom, eb }) =>
				or([
					eb("kind", "=", "deposit"),
					not(
						exists(
							selectFrom("continuity_gap")
								.select("continuity_gap.currency")
								.whereRef("continuity_gap.environment", "=", "payment.environment")
								// guard: held-does-not-expire
								.whereRef("continuity_gap.currency", "=", "payment.currency"),
						),
					),
				]),
			)
			.where(
				sql<boolean>`coalesce((select max(at) from payment_event where payment_id = payment.id), created_at)
				<= case kind when 'payout' then ${before(expiry.payoutMinutes)}::timestamptz else ${before(expiry.depositMinutes)}::timestamptz end`,
			)
	);
}
