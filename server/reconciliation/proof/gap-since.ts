/** Computes, as the daily proof does, which part of a balance's change since a reading no line explains. */
import { sql } from "kysely";
import { highestFee } from "#lib/amounts/tariff.ts";
import { DAY_MS, dayOf } from "#lib/dates.ts";
import { type AmountMinor, absolute, minorOf } from "#lib/money.ts";
import { MAY_HAVE_MOVED_STATES, transactionTypeOf } from "#lib/payment-state.ts";
import { readFeeRule } from "#server/reconciliation/proof/fee-rules.ts";
import { type InTransit, sumOf, type Taken, type TransitModel } from "#server/reconciliation/proof/in-transit.ts";
import { readOpening } from "#server/reconciliation/proof/kept-days.ts";
import { type BalancePeriod, readReadings } from "#server/reconciliation/proof/proof-inputs.ts";
import { type Chain, type Opening, proveChain, readingsOf } from "#server/reconciliation/proof/prove-chain.ts";
import { readChainInputs } from "#server/reconciliation/proof/prove-period.ts";
import { type Candidate, takenIn } from "#server/reconciliation/proof/residuals.ts";
import type { Database } from "#server/store/database.ts";
import { ofWallet, type WalletKey } from "#server/store/sql-fragments.ts";

interface FirstReading {
	balance: string;
	firstFetchedAt: Date;
}

export interface GapSince {
	/** The two readings agree exactly under some interpretation. */
	agree: boolean;
	/** The change that lines do not explain, before payouts and deposits without a line are counted; negative if money is missing. */
	gap: AmountMinor;
	/** The gaps by the interpretations in which no payout without a line is debited; `gap` is the nearest to zero, or zero when `agree`. */
	gaps: readonly AmountMinor[];
	/** Payouts without a line that may have been debited, with the service's highest possible fee. */
	open: { amount: AmountMinor; mostFee: AmountMinor }[];
	mostFee(amount: AmountMinor): AmountMinor;
	/** Deposits without a line that may have been credited, each with and without a fee. */
	rises: AmountMinor[];
}

export interface Span {
	from: FirstReading;
	until: Date;
	beyond: Date;
	timeZone: string;
}

/** Returns null when the reading cannot be compared with a later one. */
export async function computeGapSince(store: Database, wallet: WalletKey, span: Span): Promise<GapSince | null> {
	const { from, until, beyond, timeZone } = span;
	// The proof of a stored day tells which payouts were debited before their line came.
	const opening = await readOpening(store, wallet, dayOf(from.firstFetchedAt, timeZone));
	// Readings before the first one show which payouts were already debited then.
	const start = new Date(opening ? opening.seenAt : from.firstFetchedAt.getTime() - DAY_MS);
	const periods = await readReadings(store, wallet, start, beyond);
	const inputs = await readChainInputs(store, wallet, { opening, until, beyond }, periods);
	if (!inputs) return null;
	const chain = proveChain(inputs, await readFeeRule(store, wallet));
	const first = placeOf(periods, opening, from);
	const last = inputs.points.findLastIndex(({ seenAt }) => seenAt <= +until);
	if (first < 0 || last < first) return null;
	if (last === first) return { agree: true, gap: 0n, gaps: [], open: [], mostFee: () => 0n, rises: [] };
	const { gaps, agree, since, known } = compareReadings(
		readingsOf(inputs, chain.rule, chain.transit),
		chain,
		first,
		last,
	);
	const isFeeKnown = await hasLines(store, wallet);
	const mostFee = (amount: AmountMinor) => (isFeeKnown ? inputs.tariff(PAYOUT, amount) + UNIT : highestFee(amount));
	const sentUntil = inputs.points[last]?.seenAt ?? 0;
	return {
		...{ agree, gaps },
		gap: agree ? 0n : gaps.reduce((best, one) => (absolute(one) < absolute(best) ? one : best), gaps[0] ?? 0n),
		open: inputs.unbooked
			.filter(({ fee, until: ended, from: sent }) => fee === null && sent <= sentUntil && ended > since)
			// Excludes payouts already debited at the first reading: a later shortfall cannot come from them.
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
	/** Every payout in `taken` has a line. */
	isLined: boolean;
}

/**
 * Compares the interpretations of the last reading with those of the first reading: only the ones that agree with the reading before it, or
 * all if none agrees. `gaps` covers only interpretations in which no payout without a line is debited.
 */
function compareReadings(readings: (place: number) => Candidate[], chain: Chain, first: number, last: number) {
	const before = chain.chosen[first - 1]?.residual;
	const reading = chain.chosen[first];
	const known = reading ? takenIn(reading, chain.transit) : NOTHING;
	const [begins, ends] = [readings(first), readings(last)].map((periods) =>
		periods.flatMap((one) => interpretations(one, known, chain.transit)),
	);
	if (!begins || !ends) throw new Error("two readings are compared");
	const agreeing = begins.filter(({ residual }) => residual === before);
	const trusted = agreeing.length > 0 ? agreeing : begins;
	const since = Math.min(...trusted.map(({ at }) => at));
	const agree = trusted.some(({ residual }) => ends.some((end) => end.residual === residual));
	const lined = (some: readonly Reading[]) => some.filter(({ isLined }) => isLined);
	const gaps = (lined(trusted).length > 0 ? lined(trusted) : lined(begins)).flatMap((begin) =>
		lined(ends).map((end) => end.residual - begin.residual),
	);
	return { since, agree, gaps: [...new Set(gaps)], known };
}

const NOTHING: Taken = new Map();

function takeAll(inTransit: readonly InTransit[], withoutFee = false): Taken {
	return new Map(inTransit.map(({ id, effects }) => [id, effects.at(withoutFee ? -1 : 0) ?? 0n]));
}

/**
 * Lists which payouts in transit may be debited at a reading: none, those with a line, all (with or without fees), or those debited at
 * the first reading. It tries no other mix.
 */
function interpretations(candidate: Candidate, known: Taken, transit: TransitModel): Reading[] {
	const { at, hold, beforeTransit } = candidate;
	const inTransit = transit.inTransitAt(candidate);
	const open = new Set(inTransit.map(({ id }) => id));
	const left = new Map([...known].filter(([id]) => open.has(id)));
	const lined = takeAll(inTransit.filter(({ hasLine }) => hasLine));
	const all = hold === 0 ? [] : [lined, takeAll(inTransit), takeAll(inTransit, true)];
	return [NOTHING, ...all, left].map((taken) => ({
		...{ at, taken, isLined: [...taken.keys()].every((id) => lined.has(id)) },
		residual: beforeTransit - sumOf(taken),
	}));
}

const UNIT = 100n;
const PAYOUT = transactionTypeOf("payout");
const MOST_RISES = 40;

/** Returns the reading's index among the points; 0, the stored opening, if the reading is missing; -1 if there is no opening either. */
function placeOf(
	periods: readonly BalancePeriod[],
	opening: Opening | null,
	{ balance, firstFetchedAt }: FirstReading,
): number {
	const seen = periods.filter(({ lastAt }) => !opening || lastAt > opening.seenAt);
	const sum = minorOf(balance);
	const place = seen.findIndex((period) => period.firstAt === firstFetchedAt.getTime() && period.balance === sum);
	if (!opening) return place;
	return place < 0 ? 0 : place + 1;
}

/** Reads our newest deposits without a line that may have been credited after `since`. */
async function readRises(store: Database, wallet: WalletKey, since: Date): Promise<AmountMinor[]> {
	const { rows } = await sql<{ amount: string }>`
		select coalesce(payment.paid_amount, payment.amount) as amount from payment
		where payment.environment = ${wallet.environment} and payment.currency = ${wallet.currency} and payment.kind = 'deposit'
			and payment.state = any(${[...MAY_HAVE_MOVED_STATES]}::text[]) and payment.sent_at is not null
			and coalesce(payment.processed_at, payment.final_at, 'infinity') > ${since}::timestamptz
			and not exists (select from reconciliation_line where payment_id = payment.id)
		order by payment.sent_at desc limit ${MOST_RISES}`.execute(store);
	return rows.map(({ amount }) => minorOf(amount));
}

async function hasLines(store: Database, wallet: WalletKey): Promise<boolean> {
	const { rows } = await sql`select from movement where ${ofWallet(wallet)}
		and type = ${transactionTypeOf("payout")} and withdrawn_at is null limit 1`.execute(store);
	return rows.length > 0;
}
