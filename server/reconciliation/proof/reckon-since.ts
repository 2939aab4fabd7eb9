/** Computes, as the daily proof does, how much of a balance's fall since a reading no line shows. */
import { sql } from "kysely";
import { DAY_MS, dayOf } from "#lib/dates.ts";
import { type AmountMinor, absolute, minorOf } from "#lib/money.ts";
import { MAY_HAVE_MOVED_STATES, transactionTypeOf } from "#lib/payment-state.ts";
import { ruleOf } from "#server/reconciliation/proof/effects.ts";
import { readFeeRule } from "#server/reconciliation/proof/fee-rules.ts";
import { readOpening } from "#server/reconciliation/proof/kept-days.ts";
import type { OnTheirWay, Taken } from "#server/reconciliation/proof/on-their-way.ts";
import { type BalancePeriod, readReadings } from "#server/reconciliation/proof/proof-inputs.ts";
import {
	type Chain,
	type Opening,
	proveChain,
	readingsOf,
	sumOf,
	takeAll,
} from "#server/reconciliation/proof/prove-chain.ts";
import { readChainInputs } from "#server/reconciliation/proof/prove-stretch.ts";
import { type Candidate, takenIn } from "#server/reconciliation/proof/residuals.ts";
import type { Database } from "#server/store/database.ts";
import { ofWallet, type WalletKey } from "#server/store/listed.ts";

interface FirstReading {
	balance: string;
	firstFetchedAt: Date;
}

export interface Reckoning {
	/** Some interpretation of both readings matches exactly. */
	isEven: boolean;
	/** The difference that lines leave, before payouts and deposits without a line; negative: money is missing. */
	gap: AmountMinor;
	/** The gaps by every interpretation of the two readings; `gap` is the one nearest to zero, or zero when `isEven`. */
	gaps: readonly AmountMinor[];
	/** Payouts without a line that may be in the balance, with the service's highest possible fee. */
	open: { amount: AmountMinor; mostFee: AmountMinor }[];
	/** The service's highest possible fee of a payout of this amount. */
	mostFee(amount: AmountMinor): AmountMinor;
	/** Deposits without a line that may be in the balance, each with and without a fee. */
	rises: AmountMinor[];
}

export interface Span {
	from: FirstReading;
	until: Date;
	/** Readings up to here help to interpret the last one. */
	beyond: Date;
	timeZone: string;
}

/** Returns null when the reading cannot be compared with a later one. */
export async function reckonSince(store: Database, wallet: WalletKey, span: Span): Promise<Reckoning | null> {
	const { from, until, beyond, timeZone } = span;
	// A stored day shows which money was taken off before the payout's line came.
	const opening = await readOpening(store, wallet, dayOf(from.firstFetchedAt, timeZone));
	// Earlier readings show what was already taken off in the first one.
	const start = new Date(opening ? opening.seenAt : from.firstFetchedAt.getTime() - DAY_MS);
	const ask = {
		opening,
		from: start,
		until,
		beyond,
		rule: await readFeeRule(store, wallet),
		mayBeCut: false,
		unreadable: 0,
	};
	const periods = await readReadings(store, wallet, start, beyond);
	const inputs = await readChainInputs(store, wallet, ask, periods);
	if (!inputs) return null;
	const chain = proveChain(inputs, ruleOf(ask.rule));
	const first = placeOf(periods, opening, from);
	const last = inputs.points.findLastIndex(({ seenAt }) => seenAt <= +until);
	if (first < 0 || last < first) return null;
	if (last === first) return { isEven: true, gap: 0n, gaps: [], open: [], mostFee: () => 0n, rises: [] };
	const { gaps, isEven, since, known } = compareReadings(
		readingsOf(inputs, chain.rule, chain.ways),
		chain,
		first,
		last,
	);
	const isFeeKnown = await hasLines(store, wallet);
	const mostFee = (amount: AmountMinor) => (isFeeKnown ? inputs.tariff(PAYOUT, amount) + UNIT : (amount * 3n) / 100n);
	const sentUntil = inputs.points[last]?.seenAt ?? 0;
	return {
		...{ isEven, gaps },
		gap: isEven ? 0n : gaps.reduce((best, one) => (absolute(one) < absolute(best) ? one : best), gaps[0] ?? 0n),
		open: inputs.ways
			.filter(({ fee, until: ended, from: sent }) => fee === null && sent <= sentUntil && ended > since)
			// The first reading already lacked this payout's money, so money that is missing since then is not this payout's.
			.filter(({ paymentId }) => !known.has(paymentId))
			.map(({ amount }) => ({ amount, mostFee: mostFee(amount) })),
		mostFee,
		rises: (await readRises(store, wallet, new Date(since))).flatMap((amount) => [
			...new Set([amount, amount - inputs.tariff(transactionTypeOf("deposit"), amount)]),
		]),
	};
}

interface Reading {
	at: number;
	residual: AmountMinor;
	taken: Taken;
	/** The reading contains only payouts that have a line. */
	isLined: boolean;
}

/**
 * Compares interpretations of the first reading that agree with earlier readings (all, if none agrees) with all of the last reading.
 * `gaps` counts only interpretations in which no payout without a line is taken.
 */
function compareReadings(readings: (place: number) => Candidate[], chain: Chain, first: number, last: number) {
	const before = chain.chosen[first - 1]?.residual;
	const look = chain.chosen[first];
	const known = look ? takenIn(look, chain.ways) : NOTHING;
	const [begins, ends] = [readings(first), readings(last)].map((periods) =>
		periods.flatMap((one) => ways(one, known, chain.ways)),
	);
	if (!begins || !ends) throw new Error("two readings are compared");
	const agreeing = begins.filter(({ residual }) => residual === before);
	const trusted = agreeing.length > 0 ? agreeing : begins;
	const since = Math.min(...trusted.map(({ at }) => at));
	const isEven = trusted.some(({ residual }) => ends.some((end) => end.residual === residual));
	const lined = (some: readonly Reading[]) => some.filter(({ isLined }) => isLined);
	const gaps = (lined(trusted).length > 0 ? lined(trusted) : lined(begins)).flatMap((begin) =>
		lined(ends).map((end) => end.residual - begin.residual),
	);
	return { since, isEven, gaps: [...new Set(gaps)], known };
}

const NOTHING: Taken = new Map();

/** Lists which payouts in transit a reading may contain: none, those with a line, all, or those of the first reading, and no other mix. */
function ways(candidate: Candidate, known: Taken, onTheWay: OnTheirWay): Reading[] {
	const { at, hold, bare } = candidate;
	const loose = onTheWay.looseAt(candidate);
	const open = new Set(loose.map(({ id }) => id));
	const left = new Map([...known].filter(([id]) => open.has(id)));
	const lined = takeAll(loose.filter(({ hasLine }) => hasLine));
	const all = hold === 0 ? [] : [lined, takeAll(loose), takeAll(loose, true)];
	return [NOTHING, ...all, left].map((taken) => ({
		...{ at, taken, isLined: [...taken.keys()].every((id) => lined.has(id)) },
		residual: bare - sumOf(taken),
	}));
}

const UNIT = 100n;
const PAYOUT = transactionTypeOf("payout");
const MOST_RISES = 40;

/** Finds the reading's index among the points, where a stored opening comes first; negative when there is none. */
function placeOf(
	periods: readonly BalancePeriod[],
	opening: Opening | null,
	{ balance, firstFetchedAt }: FirstReading,
): number {
	const seen = periods.filter(({ lastAt }) => !opening || lastAt > opening.seenAt);
	const sum = minorOf(balance);
	const place = seen.findIndex((look) => look.firstAt === firstFetchedAt.getTime() && look.balance === sum);
	if (!opening) return place;
	return place < 0 ? 0 : place + 1;
}

/** Reads our deposits without a line that may have come in since then, at most the newest `MOST_RISES`. */
async function readRises(store: Database, wallet: WalletKey, since: Date): Promise<AmountMinor[]> {
	const { rows } = await sql<{ amount: string }>`
		select coalesce(payment.paid_amount, payment.amount) as amount from payment
		where payment.environment = ${wallet.environment} and payment.currency = ${wallet.currency} and payment.kind = 'deposit'
			and payment.state = any(${[...MAY_HAVE_MOVED_STATES]}::text[]) and payment.sent_at is not null
			and coalesce(payment.processed_at, 'infinity') > ${since}::timestamptz
			and not exists (select from reconciliation_line where payment_id = payment.id)
		order by payment.sent_at desc limit ${MOST_RISES}`.execute(store);
	return rows.map(({ amount }) => minorOf(amount));
}

/** Without any payout line the service's fee is unknown. */
async function hasLines(store: Database, wallet: WalletKey): Promise<boolean> {
	const { rows } = await sql`select from movement where ${ofWallet(wallet)}
		and type = ${transactionTypeOf("payout")} and withdrawn_at is null limit 1`.execute(store);
	return rows.length > 0;
}
