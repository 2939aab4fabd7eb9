/**
 * Decides how many payouts of a wallet may be on their way at once: one more after a round of quick answers, half after an answer
 * that is slow, missing or about the service's own state. Payouts leave in series: after a full series, the next begins once each
 * answer has arrived or is late.
 */
import { type RawBuilder, sql } from "kysely";
import { type AmountMinor, minorOf } from "#lib/money.ts";
import { MAY_HAVE_MOVED_STATES } from "#lib/payment-state.ts";
import type { PaymentRow } from "#server/payment-records/payment-summary.ts";
import type { Database } from "#server/store/database.ts";
import { PREPARED } from "#server/store/prepared-statements.ts";
import { listed, type WalletKey } from "#server/store/sql-fragments.ts";

/** Enough good answers to take a wallet from one lane to sixteen, which needs 120. */
export const ANSWERS_WEIGHED = 128;
/** A slower answer means that the service is overloaded. Operators take up to two seconds when all is well. */
export const QUICK_MS = 4_000;

/** Older answers say nothing about the service now. */
const MAX_ANSWER_AGE_MS = 10 * 60_000;

/** Maximum number of payouts after an explained balance: with more of them, uncertain fees could explain any drop of the next balance. */
export const MOST_IN_SERIES = 20;

export interface Lanes {
	/** Payouts that may leave now; zero or less for none. */
	free: number;
	/** Payouts on their way whose answer is not late; the answer to each of them will wake waiting payouts. */
	running: number;
	/** Milliseconds since the last permit of a full series, once each of its answers has arrived or is late; null otherwise. */
	endedMs: number | null;
}

interface Answers {
	/** `+` for each answer that was good and quick, `-` for the others; oldest first. */
	signs: string;
	/** POSTs without an answer for longer than `QUICK_MS`. */
	hanging: number;
}

interface Series extends Answers {
	sending: number;
	size: number;
	running: number;
	ended_ms: number | null;
	/** True when the series began more than `QUICK_MS` ago and the balance has not changed since the explained reading. */
	unmoved: boolean;
}

/**
 * Payouts permitted since the last explained reading (`since`, else the stored one) form a series. While a full series awaits an answer
 * that is not late, no lane is free, so that the next balance shows the whole series. A permit dated in the future was given before the
 * database's clock was set back; the wallet was proved since, so it does not count.
 */
export async function readFreeLanes(
	database: Database,
	wallet: WalletKey,
	{ ceiling, since = null }: { ceiling: number; since?: string | null | undefined },
): Promise<Lanes> {
	const { rows } = await sql<Series>`
		with ${PREPARED} explained as (
			select id, kept_at from balance_reading where environment = ${wallet.environment} and currency = ${wallet.currency}
				and id <= coalesce(${since}::bigint, (select reading_id from proved_wallet
					where environment = ${wallet.environment} and currency = ${wallet.currency}))
			order by id desc limit 1
		)
		select count(permitted_at)::int as size, (count(*) filter (where runs))::int as running,
			(extract(epoch from now() - max(permitted_at)) * 1000)::float8 as ended_ms,
			coalesce(now() - min(permitted_at) > ${QUICK_MS} * interval '1 millisecond' and (select id from explained) = (
				select max(id) from balance_reading where environment = ${wallet.environment} and currency = ${wallet.currency}
			), false) as unmoved,
			(select count(*) from ${onTheWire(wallet)})::int as sending, min(signs) as signs, min(hanging) as hanging
		from (${newestAnswers(wallet, ceiling)}) as newest left join (
			select state = 'sending' and permitted_at > now() - ${QUICK_MS} * interval '1 millisecond' as runs, permitted_at
			from attempt cross join lateral ${payoutOf(wallet)}
			where state in (${listed(MAY_HAVE_MOVED_STATES)}) and permitted_at > (select kept_at from explained)
				and permitted_at <= clock_timestamp()
		) as own on true`.execute(database);
	const [series] = rows;
	const lanes = lanesAfter(series, ceiling);
	const { sending = 0, size = 0, running = 0, ended_ms: endedMs = null, unmoved = false } = series ?? {};
	// This service shows payouts late: there is no drop to explain yet, and the movements are read when the balance drops.
	if (unmoved) return { free: lanes - sending, running, endedMs: null };
	const left = MOST_IN_SERIES - (MOST_IN_SERIES % lanes) - size;
	if (left <= 0 && running === 0) return { free: lanes - sending, running, endedMs };
	return { free: Math.min(lanes - sending, left), running, endedMs: null };
}

/** `ceiling`: PAYOUT_LANES. */
export async function readLanes(database: Database, wallet: WalletKey, ceiling: number): Promise<number> {
	const { rows } = await newestAnswers(wallet, ceiling).execute(database);
	return lanesAfter(rows[0], ceiling);
}

/** Each hanging POST adds a lane, so that a POST that hangs for two minutes delays no other payout. */
function lanesAfter({ signs, hanging }: Answers = { signs: "", hanging: 0 }, ceiling: number): number {
	const answers = Array.from(signs, (sign) => sign === "+");
	return Math.min(ceiling, laneCount(answers, ceiling) + hanging);
}

/** An answer is good when its status is 2xx to 4xx, except 408 and 429: any other status is about the service's own state. */
function newestAnswers(wallet: WalletKey, ceiling: number): RawBuilder<Answers> {
	if (ceiling === 1) return sql`select '' as signs, 0 as hanging`;
	return sql`select ${PREPARED} coalesce(string_agg(case when is_well and waited_ms <= ${QUICK_MS} then '+' else '-' end, '' order by permitted_at), '')
			as signs, (count(*) filter (where hangs))::int as hanging
		from (
			select attempt.permitted_at, extract(epoch from coalesce(answered_at - sent_at, now() - permitted_at)) * 1000 as waited_ms,
				coalesce(http_status between 200 and 499 and http_status not in (408, 429), false) as is_well,
				answered_at is null and state = 'sending' as hangs
			from attempt cross join lateral ${payoutOf(wallet)}
			where permitted_at > now() - ${MAX_ANSWER_AGE_MS} * interval '1 millisecond'
				and (answered_at is not null or permitted_at < now() - ${QUICK_MS} * interval '1 millisecond')
			order by permitted_at desc limit ${ANSWERS_WEIGHED}
		) as answers`;
}

/**
 * `offset 0` makes the plan begin with the few newest attempts and find each payment by its id: otherwise PostgreSQL may read an
 * index of all the wallet's payouts for each attempt.
 */
function payoutOf({ environment, currency }: WalletKey): RawBuilder<unknown> {
	return sql`(select * from (select state, sent_at, kind, environment, currency from payment where id = attempt.payment_id offset 0) as own
		where kind = 'payout' and environment = ${environment} and currency = ${currency}) as payment`;
}

/** `offset 0` makes the plan find the payouts by their state alone. */
function onTheWire({ environment, currency }: WalletKey): RawBuilder<unknown> {
	return sql`(select id, operator, amount from (select id, operator, amount, kind, environment, currency from payment where state = 'sending' offset 0) as sent
		where kind = 'payout' and environment = ${environment} and currency = ${currency}) as wired`;
}

/** `answers`: whether each was good and quick, oldest first. Returns at least one, at most `ceiling`. */
export function laneCount(answers: readonly boolean[], ceiling: number): number {
	let lanes = 1;
	for (const isGood of answers)
		lanes = isGood ? Math.min(ceiling, lanes + 1 / Math.floor(lanes)) : Math.max(1, lanes / 2);
	return Math.floor(lanes);
}

type Sent = Pick<PaymentRow, "id" | "operator" | "amount"> & { count: number };

/** Returns the payouts that are being sent, by payment id: the balance may not show them yet. */
export async function payoutsOnTheWire(database: Database, wallet: WalletKey): Promise<Map<string, Sent>> {
	const { rows } = await sql<Sent>`select ${PREPARED} *, 1 as count from ${onTheWire(wallet)}`.execute(database);
	return new Map(rows.map((row) => [row.id, row]));
}

export function sumOf(payouts: readonly { amount: string }[]): AmountMinor {
	return payouts.reduce((sum, { amount }) => sum + minorOf(amount), 0n);
}
