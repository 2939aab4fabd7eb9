import { sql } from "kysely";
import { LONGEST_EXPIRY_MINUTES, WAITING_STATES } from "#lib/payment-state.ts";
import type { SystemContext } from "#server/context.ts";
import { IS_OF_ACCOUNT_IN_USE } from "#server/continuity/continuity-gap.ts";
import { lockPayments, movePayments } from "#server/payment-records/move-payment.ts";
import { readPaymentExpiry } from "#server/payment-records/payment-settings.ts";
import type { PaymentRow } from "#server/payment-records/payment-summary.ts";
import { shortenWaits } from "#server/payments/payout-wait.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";
import { PREPARED } from "#server/store/prepared-statements.ts";

type Asking = Pick<SystemContext, "clock" | "config"> & { database: Database };

const AT_ONCE = 500;

/** Expires the payments that waited too long, and returns how many. A batch expires in one commit: nobody may approve what is left of it. */
export async function expirePayments(system: SystemContext): Promise<number> {
	const overdue = await (await selectOverdue(system)).execute();
	const parts = Map.groupBy(overdue, ({ batch_id }, place) => batch_id ?? String(Math.floor(place / AT_ONCE)));
	let count = 0;
	for (const part of parts.values())
		count += await system.database.transaction().execute((trx) => expireWaiting(system, trx, part));
	return count;
}

/**
 * Returns the ids of payments whose last event or request is too long ago. Sending and the permit check this too: a worker that was away for days
 * must not send an old payment.
 */
export async function findPastExpiry(
	system: Asking,
	payments: readonly Pick<PaymentRow, "id">[],
): Promise<Set<string>> {
	const ids = payments.map(({ id }) => id);
	const overdue = await selectOverdue(system);
	const rows = await overdue
		.clearSelect()
		.select("id")
		.modifyFront(PREPARED)
		.where(sql<boolean>`id = any(${ids})`)
		.execute();
	return new Set(rows.map(({ id }) => id));
}

/** Expires payments that have not changed since they were read and are still too old, and returns how many. */
export async function expireWaiting(
	system: SystemContext,
	trx: DatabaseTransaction,
	payments: readonly PaymentRow[],
): Promise<number> {
	await lockPayments(trx, payments);
	// A wallet may have become unproved since the payments were read: its payouts must not expire.
	const overdue = await findPastExpiry({ ...system, database: trx }, payments);
	const happening = { event: "expired", by: "cauri" } as const;
	const moves = payments.filter(({ id }) => overdue.has(id)).map((payment) => ({ payment, happening }));
	const expired = await movePayments(trx, system.clock.now(), moves, { to: "expired" });
	await shortenWaits(system, trx, expired);
	return expired.length;
}

async function selectOverdue(system: Asking) {
	const expiry = await readPaymentExpiry(system.database);
	// The earlier of two clocks counts: a worker whose clock is fast would otherwise expire everything that waits.
	const now = sql<Date>`least(now(), ${system.clock.now()}::timestamptz)`;
	return (
		system.database
			.selectFrom("payment")
			.selectAll()
			.where("state", "in", WAITING_STATES)
			// A payout that may have left must not expire as unsent: the payouts of the wallets that `requireWalletRead` refuses are left out.
			.where(({ or, not, exists, selectFrom, eb }) =>
				or([
					eb("kind", "=", "deposit"),
					not(
						exists(
							selectFrom("continuity_gap")
								.select("continuity_gap.currency")
								.whereRef("continuity_gap.environment", "=", "payment.environment")
								// guard: held-does-not-expire
								.whereRef("continuity_gap.currency", "=", "payment.currency")
								.where((gap) =>
									gap.or([
										gap("finding", "is not", null),
										gap.and([
											gap("continuity_gap.currency", "in", system.config.walletCurrencies),
											IS_OF_ACCOUNT_IN_USE,
										]),
									]),
								),
						),
					),
				]),
			)
			.where(
				sql<boolean>`(created_at <= ${now} - interval '1 minute' * ${LONGEST_EXPIRY_MINUTES}::integer
				or coalesce((select max(at) from payment_event where payment_id = payment.id), created_at)
				<= ${now} - interval '1 minute' * case kind when 'payout' then ${expiry.payoutMinutes}::integer else ${expiry.depositMinutes}::integer end)`,
			)
	);
}
