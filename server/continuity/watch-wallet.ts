/**
 * Compares, before each permit, the balance just read with the last explained balance and our own payouts since. Only this check sees
 * payouts of another copy of this desk (payments.md rule 26).
 */
import { sql } from "kysely";
import { highestFee } from "#lib/amounts/tariff.ts";
import { type AmountMinor, minorOf } from "#lib/money.ts";
import { MAY_HAVE_MOVED_STATES } from "#lib/payment-state.ts";
import { isDropExplained } from "#server/continuity/explain-balance-drop.ts";
import { type Reach, readExplainedUntil } from "#server/continuity/explained-until.ts";
import { MOST_IN_SERIES } from "#server/payment-records/lanes.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";
import { PREPARED } from "#server/store/prepared-statements.ts";
import { listed, ofWallet, type WalletKey } from "#server/store/sql-fragments.ts";

type Time = "updated_at" | "first_fetched_at" | "fetched_at" | "kept_at";

/** With more readings than this since the last explained one, the wallet's lines are read instead. */
const MOST_READINGS = 100;

export interface WatchedWallet {
	/** False: a waiting payout may have left elsewhere, so the wallet's lines must be read before a payout leaves. */
	isOurs: boolean;
	/** For `keepExplainedUntil`: the reading up to which the wallet is explained; without an id, everything stored. Null: nothing new. */
	reached: { readingId?: string } | null;
}

/** Call under the lock of the wallet's permits, so that each permit is visible here or dated later than every visible reading. */
export async function watchWallet(trx: DatabaseTransaction, wallet: WalletKey): Promise<WatchedWallet> {
	const until = await readExplainedUntil(trx, wallet);
	if (!until) return { isOurs: true, reached: {} };
	// guard: fall-is-a-gap
	return explain(trx, wallet, until);
}

/** Checks the balance alone. A rise may hide money that left, so it counts as unexplained, and the lines are read. */
async function explain(trx: DatabaseTransaction, wallet: WalletKey, until: Reach): Promise<WatchedWallet> {
	const readings = await readReadings(trx, wallet, until);
	const [before] = readings;
	const now = readings.at(-1);
	if (!before || !now) return { isOurs: false, reached: null };
	// The wallet had no reading when it was last explained, so there is no earlier balance to compare with.
	if (BigInt(before.id) > BigInt(until.reading_id)) return { isOurs: true, reached: { readingId: now.id } };
	if (before.id === now.id) return { isOurs: true, reached: null };
	const { explained, reached } = explainReadings(readings, await readOwn(trx, wallet, before));
	return { isOurs: explained, reached: reached === null ? null : { readingId: reached } };
}

/** Returns the readings from the last explained one on, oldest first; none when there are more than `MOST_READINGS`. */
async function readReadings(trx: DatabaseTransaction, wallet: WalletKey, until: Reach): Promise<Reading[]> {
	const { rows } = await sql<Record<"id" | "balance", string> & Record<Time, Date>>`
		select ${PREPARED} id, balance, updated_at, first_fetched_at, fetched_at, kept_at from balance_reading
		where ${ofWallet(wallet)} and id >= coalesce((
			select max(id) from balance_reading
			where ${ofWallet(wallet)} and id <= ${until.reading_id}::bigint), 0)
		order by id limit ${MOST_READINGS + 1}`.execute(trx);
	if (rows.length > MOST_READINGS) return [];
	return rows.map((row) => ({
		...{ id: row.id, balance: minorOf(row.balance), updatedAt: row.updated_at.getTime() },
		...{ firstSeenAt: row.first_fetched_at.getTime(), lastSeenAt: row.fetched_at.getTime() },
		keptAt: row.kept_at.getTime(),
	}));
}

async function readOwn(trx: DatabaseTransaction, wallet: WalletKey, since: Reading): Promise<OwnPayout[]> {
	const { rows } = await sql<{ amount: string; permitted_at: Date }>`
		select ${PREPARED} payment.amount, attempt.permitted_at from payment join attempt on attempt.payment_id = payment.id
		where payment.environment = ${wallet.environment} and payment.currency = ${wallet.currency} and payment.kind = 'payout'
			and payment.state in (${listed(MAY_HAVE_MOVED_STATES)}) and attempt.permitted_at > ${new Date(since.keptAt)}::timestamptz
		order by attempt.permitted_at`.execute(trx);
	return rows.map(({ amount, permitted_at }) => ({ amount: minorOf(amount), permittedAt: permitted_at.getTime() }));
}

/** One answer of the service; times in ms. */
export interface Reading {
	id: string;
	balance: AmountMinor;
	/** The time of the balance's last change, by the service's clock. */
	updatedAt: number;
	firstSeenAt: number;
	lastSeenAt: number;
	/** The time at which the database stored the reading; the database's clock also dates permits. */
	keptAt: number;
}

export interface OwnPayout {
	amount: AmountMinor;
	permittedAt: number;
}

/** More payouts than this, with uncertain fees, would explain any drop; then the lines are read instead. */
const MOST_OWN = MOST_IN_SERIES;
/**
 * If a payout of ours left, money that comes in may hide money that left elsewhere, and the balance alone cannot show it. So our payouts
 * explain a drop only between two readings that are close together.
 */
const MOST_BETWEEN_MS = 15_000;

/**
 * Pure. The first reading counts as explained. `explained`: true when all later readings are explained. `reached`: the last reading whose
 * balance has dropped by every payout of ours permitted before; null for none.
 */
export function explainReadings(
	readings: readonly Reading[],
	own: readonly OwnPayout[],
): { explained: boolean; reached: string | null } {
	const [first, ...later] = readings;
	let from = first;
	let reached: string | null = null;
	for (const to of later) {
		if (!from) break;
		// An older answer may be stored later: when two programs ask at once, the one answered first may store last.
		if (to.updatedAt < from.updatedAt && to.keptAt - from.keptAt <= MOST_BETWEEN_MS) continue;
		const { keptAt } = from;
		const between = own.filter(({ permittedAt }) => permittedAt > keptAt && permittedAt <= to.keptAt);
		if (!isDropOurs(from, to, between)) return { explained: false, reached };
		const least = between.reduce((sum, { amount }) => sum + amount, 0n);
		// A payout of ours may still take its money: `from` stays, so that each payout explains a drop only once.
		if (from.balance - to.balance < least) continue;
		from = to;
		reached = to.id;
	}
	return { explained: true, reached };
}

function isDropOurs(from: Reading, to: Reading, own: readonly OwnPayout[]): boolean {
	const drop = from.balance - to.balance;
	if (own.length === 0) return drop === 0n && from.updatedAt === to.updatedAt;
	if (drop < 0n || own.length > MOST_OWN) return false;
	// guard: own-payouts-explain-what-is-near
	if (Math.abs(to.firstSeenAt - from.lastSeenAt) > MOST_BETWEEN_MS) return false;
	return isDropExplained(
		drop,
		own.map(({ amount }) => ({ amount, mostFee: highestFee(amount) })),
	);
}
