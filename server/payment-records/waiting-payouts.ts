import { type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from "kysely";
import type { OwnWait } from "#lib/contracts/payout-wait.ts";
import { type AmountMinor, minorOf, toDecimal } from "#lib/money.ts";
import { type Amounts, sumWithFees } from "#server/payment-records/expected-fee.ts";
import type { PaymentRow } from "#server/payment-records/payment-summary.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";
import { PREPARED } from "#server/store/prepared-statements.ts";
import type { WalletKey } from "#server/store/sql-fragments.ts";
import type { Tables } from "#server/store/tables/tables.ts";

/** Only `payment_leaving` (migration 0027) has this condition, so PostgreSQL reads payouts in the index's order, whatever the statistics say. */
const APPROVED_PAYOUT = sql<SqlBool>`payment.kind || ' ' || payment.state = 'payout approved'`;

/**
 * Leaves out payouts that wait until a later time, go to a blocked number, or belong to a paused batch. `among`: payment rows to
 * search, instead of all.
 */
export function selectWaitingPayouts(
	database: Database,
	{ environment, currency }: WalletKey,
	among: RawBuilder<PaymentRow> = sql`payment`,
) {
	return database
		.selectFrom(among.as("payment"))
		.where(APPROVED_PAYOUT)
		.where("environment", "=", environment)
		.where("currency", "=", currency)
		.where((of) => of.or([of("waits_until", "is", null), of("waits_until", "<=", sql<Date>`now()`)]))
		.where(notPaused)
		.where(sql<SqlBool>`not exists (select from blocked_number where number = payment.phone_number)`);
}

/** Locks the payouts that wait for a rule that changes: payments before members, and the oldest first, as everywhere. */
export async function lockOwnWaits(trx: DatabaseTransaction, kind: OwnWait): Promise<void> {
	await trx
		.selectFrom("payment")
		.select("id")
		.where("state", "=", "approved")
		.where("waits_for", "=", kind)
		.orderBy("created_at")
		.orderBy("id")
		.forUpdate()
		.execute();
}

/** Ends the waits that a rule caused, after the rule has changed: the worker's next round tries to send these payouts again. */
export async function endOwnWaits(trx: DatabaseTransaction, kind: OwnWait, currency?: string): Promise<void> {
	await trx
		.updateTable("payment")
		.set({ waits_until: null, waits_for: null })
		.where("state", "=", "approved")
		.where("waits_for", "=", kind)
		.$if(currency !== undefined, (query) => query.where("currency", "=", currency ?? ""))
		.execute();
}

/**
 * `payouts` take less of the day's limits than before, so payouts that wait for the same limits are tried again. Rows that another
 * transaction holds are skipped, since two such transactions would wait for each other.
 */
export async function giveRoomBack(trx: DatabaseTransaction, payouts: readonly PaymentRow[]): Promise<void> {
	if (payouts.length === 0) return;
	const makers = [...new Set(payouts.map(({ maker_id }) => maker_id))];
	const numbers = [...new Set(payouts.map(({ phone_number }) => phone_number))];
	const behind = trx
		.selectFrom("payment")
		.select("id")
		.where("kind", "=", "payout")
		.where("state", "=", "approved")
		.where("waits_for", "=", "limit_reached")
		.where((of) => of.or([sql<boolean>`maker_id = any(${makers})`, sql<boolean>`phone_number = any(${numbers})`]))
		.forUpdate()
		.skipLocked();
	await trx.updateTable("payment").set({ waits_until: null, waits_for: null }).where("id", "in", behind).execute();
}

/** Single payouts leave before those of batches, so that nobody at the counter waits for three hundred salaries. */
export const LEAVING_ORDER: RawBuilder<unknown> = sql`payment.batch_id is not null, payment.created_at, payment.id`;

type Place = Pick<PaymentRow, "id" | "created_at" | "batch_id">;

function leavesBefore({ id, created_at, batch_id }: Place): RawBuilder<SqlBool> {
	return sql<SqlBool>`(payment.batch_id is not null, payment.created_at, payment.id)
		< (${batch_id !== null}, ${created_at}::timestamptz, ${id})`;
}

function notPaused(of: ExpressionBuilder<Tables, "payment">) {
	return of.or([of("batch_id", "is", null), sql<SqlBool>`payment.batch_id not in (select paused_batches())`]);
}

export async function readWaitingAmount(
	database: Database,
	wallet: WalletKey,
	before?: Place,
): Promise<{ count: number; amountMinor: AmountMinor }> {
	let waiting = selectWaitingPayouts(database, wallet)
		.modifyFront(PREPARED)
		.select((of) => [of.fn.countAll<string>().as("count"), of.fn.sum<string | null>("amount").as("amount")]);
	if (before) waiting = waiting.where(leavesBefore(before));
	const { count, amount } = await waiting.executeTakeFirstOrThrow();
	return { count: Number(count), amountMinor: amount === null ? 0n : minorOf(amount) };
}

/** Returns the waiting payouts that leave before the last of `places`, in leaving order. */
export async function readWaitingBefore(
	database: Database,
	wallet: WalletKey,
	places: readonly Place[],
): Promise<(Amounts & Pick<Place, "id">)[]> {
	const orderOf = ({ batch_id, created_at, id }: Place) => `${batch_id !== null} ${created_at.toISOString()} ${id}`;
	const last = places.reduce((latest, place) => (orderOf(place) > orderOf(latest) ? place : latest));
	return selectWaitingPayouts(database, wallet)
		.modifyFront(PREPARED)
		.select(["id", "operator", "amount", sql<number>`1`.as("count")])
		.where(leavesBefore(last))
		.orderBy(LEAVING_ORDER)
		.execute();
}

/** Sums the amounts and known fees of all waiting payouts. */
export async function readWaitingNeed(database: Database, wallet: WalletKey): Promise<AmountMinor> {
	const rows = await selectWaitingPayouts(database, wallet)
		.modifyFront(PREPARED)
		.select((of) => ["operator", "amount", of.fn.countAll<string>().as("count")])
		.groupBy(["operator", "amount"])
		.execute();
	return sumWithFees(
		database,
		wallet,
		rows.map((row) => ({ ...row, count: Number(row.count) })),
	);
}

/** The fee is looked up for at most this many of the amounts that fit without it. */
const FEES_ASKED = 20;

/** Returns the first payout in leaving order that `available` covers with its fee; null when none of the first `FEES_ASKED` fits. */
export async function readFirstThatFits(
	database: Database,
	wallet: WalletKey,
	available: AmountMinor,
): Promise<{ id: string } | null> {
	if (available <= 0n) return null;
	// Payouts of one operator and amount have the same fee, so only the first of them is read.
	const oldest = selectWaitingPayouts(database, wallet)
		.distinctOn(["operator", "amount"])
		.select(["id", "operator", "amount", "batch_id", "created_at"])
		.where("amount", "<=", toDecimal(available))
		.orderBy("operator")
		.orderBy("amount")
		.orderBy(LEAVING_ORDER);
	const fitting = await database
		.selectFrom(oldest.as("payment"))
		.select(["id", "operator", "amount"])
		.orderBy(LEAVING_ORDER)
		.limit(FEES_ASKED)
		.execute();
	for (const { id, operator, amount } of fitting)
		if ((await sumWithFees(database, wallet, [{ operator, amount, count: 1 }])) <= available) return { id };
	return null;
}
