import { sql } from "kysely";
import { equalFee, shareFee } from "#lib/amounts/tariff.ts";
import { type AmountMinor, minorOf } from "#lib/money.ts";
import { FINAL_STATUS_STATES, OUTSTANDING_STATES, SETTLED_STATES, transactionTypeOf } from "#lib/payment-state.ts";
import { LONGEST_OPEN_MS } from "#server/reconciliation/matching/payment-claims.ts";
import type { Database } from "#server/store/database.ts";
import { listed, ofWallet, type WalletKey } from "#server/store/sql-fragments.ts";

/** A period of equal balance readings. Times in ms; `updatedAt` is service time. */
export interface BalancePeriod {
	balance: AmountMinor;
	updatedAt: number;
	firstAt: number;
	lastAt: number;
}

/** The sum of the lines of one type between two neighbouring times. */
export interface Sum {
	/** The lines are dated after times[bucket - 1] and up to times[bucket]; the first bucket is 1. */
	bucket: number;
	type: string;
	count: number;
	amount: AmountMinor;
	fee: AmountMinor;
}

/** A payout whose money may leave at `from` or later, although its line is dated later or never comes. */
export interface UnbookedPayout {
	paymentId: string;
	type: string;
	amount: AmountMinor;
	/** Null if the payout has no line. */
	fee: AmountMinor | null;
	from: number;
	until: number;
	/** Fees of lines that may be the payout's own. */
	likelyFees?: readonly AmountMinor[];
}

/** Reads the balance readings that held at some time between `from` and `until`, oldest first. */
export async function readReadings(
	store: Database,
	wallet: WalletKey,
	from: Date,
	until: Date,
): Promise<BalancePeriod[]> {
	const rows = await store
		.selectFrom("balance_reading")
		.select(["balance", "updated_at", "first_fetched_at", "fetched_at"])
		.where(ofWallet(wallet))
		.where("fetched_at", ">=", from)
		.where("first_fetched_at", "<=", until)
		.orderBy("first_fetched_at")
		.orderBy("id")
		.execute();
	return rows.map((row) => ({
		balance: minorOf(row.balance),
		// A Date cuts off microseconds; without the extra millisecond a line of the same moment would come after the reading.
		updatedAt: row.updated_at.getTime() + 1,
		firstAt: row.first_fetched_at.getTime(),
		lastAt: row.fetched_at.getTime(),
	}));
}

/** Sums lines in one scan of the mirror, except lines of `without`. `times` ascend, in ms. */
export async function readSums(
	store: Database,
	wallet: WalletKey,
	times: readonly number[],
	without: readonly string[] = [],
): Promise<Sum[]> {
	const [first, last] = [times[0], times.at(-1)];
	if (first === undefined || last === undefined || first === last) return [];
	const borders = times.map((time) => new Date(time).toISOString().replace("Z", "001Z"));
	const { rows } = await sql<{ bucket: number; type: string; count: number; amount: string; fee: string }>`
		select width_bucket(created_at, ${borders}::timestamptz[]) as bucket, type, count(*)::integer as count,
			sum(amount) as amount, sum(fee) as fee
		from movement where ${ofWallet(wallet)} and withdrawn_at is null
			and created_at >= ${borders[0]}::timestamptz and created_at < ${borders.at(-1)}::timestamptz
			and id <> all(${without}::bigint[])
		group by 1, 2`.execute(store);
	return rows.map(({ amount, fee, ...row }) => ({ ...row, amount: minorOf(amount), fee: minorOf(fee) }));
}

// The service books an ordinary payout less than this after our permit, and dates its line then.
const AT_ONCE_MS = 1_000;
// Outstanding payouts count at any age: the service may debit them until they are resolved.
const isOpen = sql`payment.state in (${listed(OUTSTANDING_STATES)})`;

interface UnbookedRow {
	id: string;
	amount: string;
	fee: string | null;
	since: Date;
	until: Date | null;
}

export async function readUnbooked(
	store: Database,
	wallet: WalletKey,
	from: Date,
	until: Date,
): Promise<UnbookedPayout[]> {
	const of = sql`payment.environment = ${wallet.environment} and payment.currency = ${wallet.currency}
		and payment.kind = 'payout' and coalesce(payment.sent_at, payment.created_at) <= ${until}::timestamptz
		and (payment.created_at >= ${new Date(from.getTime() - LONGEST_OPEN_MS)}::timestamptz or ${isOpen})`;
	const { rows } = await sql<UnbookedRow>`
		select payment.id, coalesce(payment.paid_amount, payment.amount) as amount, movement.fee, coalesce(payment.sent_at, payment.created_at) as since, movement.created_at as until
		from payment join reconciliation_line as line on line.payment_id = payment.id join movement on movement.id = line.movement_id
		where ${of} and movement.created_at > ${from}::timestamptz
			and movement.created_at > coalesce(payment.sent_at, payment.created_at) + make_interval(secs => ${AT_ONCE_MS / 1_000})
		union all
		select payment.id, coalesce(payment.paid_amount, payment.amount), null, coalesce(payment.sent_at, payment.created_at), coalesce(payment.processed_at, payment.final_at)
		from payment where ${of} and coalesce(payment.processed_at, payment.final_at, 'infinity') > ${from}::timestamptz
			and payment.state in (${listed([...OUTSTANDING_STATES, ...FINAL_STATUS_STATES, ...SETTLED_STATES])})
			and not exists (select from reconciliation_line where payment_id = payment.id)`.execute(store);
	return rows.map((row) => ({
		paymentId: row.id,
		type: transactionTypeOf("payout"),
		amount: minorOf(row.amount),
		fee: row.fee === null ? null : minorOf(row.fee),
		from: row.since.getTime(),
		until: row.until?.getTime() ?? Number.POSITIVE_INFINITY,
	}));
}

/** The service's expected fee for an amount, from its latest lines. */
export type Tariff = (type: string, amount: AmountMinor) => AmountMinor;

const TARIFF_LINES = 200;

/** The tariff is the most frequent fee of equal amounts, else the most frequent share of the amount (`shareFee`), else zero. */
export async function readTariff(store: Database, wallet: WalletKey, before: Date): Promise<Tariff> {
	const types = [transactionTypeOf("payout"), transactionTypeOf("deposit")];
	const read = await Promise.all(types.map((type) => readFees(store, wallet, type, before)));
	const known = new Map(types.map((type, index) => [type, read[index] ?? []]));
	const tariff = (type: string, amount: AmountMinor) => {
		const lines = known.get(type) ?? [];
		return equalFee(lines, amount) ?? shareFee(lines, amount) ?? 0n;
	};
	const knownFees = new Map<string, AmountMinor>();
	return (type, amount) => {
		const key = `${amount} ${type}`;
		const fee = knownFees.get(key) ?? tariff(type, amount);
		knownFees.set(key, fee);
		return fee;
	};
}

async function readFees(store: Database, wallet: WalletKey, type: string, before: Date) {
	const rows = await store
		.selectFrom("movement")
		.select(["amount", "fee"])
		.where(ofWallet(wallet))
		.where("type", "=", type)
		.where("created_at", "<=", before)
		.where("withdrawn_at", "is", null)
		// Lines without a fee, such as many deposits, and lines without an amount show no tariff.
		.where("fee", ">", "0")
		.where("amount", ">", "0")
		.orderBy("created_at", "desc")
		.orderBy("id", "desc")
		.limit(TARIFF_LINES)
		.execute();
	return rows.map(({ amount, fee }) => ({ amount: minorOf(amount), fee: minorOf(fee) }));
}
