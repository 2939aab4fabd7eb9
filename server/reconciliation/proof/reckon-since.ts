/** The reckoning of the daily proof, from one look to now: how much of a balance's fall no line shows. */
import { sql } from "kysely";
import { dayOf } from "#lib/dates.ts";
import type { AmountMinor } from "#lib/money.ts";
import { minorOf } from "#lib/money.ts";
import { MAY_HAVE_MOVED_STATES, transactionTypeOf } from "#lib/payment-state.ts";
import { inSlices } from "#lib/slices.ts";
import type { Taken } from "#server/reconciliation/proof/add-up.ts";
import { chooseRule } from "#server/reconciliation/proof/choose-rule.ts";
import { openingOf, readKeptBefore, ruleInForce } from "#server/reconciliation/proof/kept-days.ts";
import { type Look, readLooks } from "#server/reconciliation/proof/proof-inputs.ts";
import { type Chain, type Opening, readingsOf, takeAll } from "#server/reconciliation/proof/prove-chain.ts";
import { readChainInputs } from "#server/reconciliation/proof/prove-stretch.ts";
import { type Candidate, sumOf } from "#server/reconciliation/proof/residuals.ts";
import type { Store, WalletKey } from "#server/reconciliation/read-candidates.ts";

/** The look that the reckoning begins with. */
interface FirstLook {
	balance: string;
	firstFetchedAt: Date;
}

export interface Reckoning {
	/** Some reading of the two looks comes out to the unit. */
	isEven: boolean;
	/** What lines do not account for, without payouts and deposits that have none; negative: money is gone. */
	gap: AmountMinor;
	/** Payouts without a line that may be in the balance, with the most that the service takes besides. */
	open: { amount: AmountMinor; mostFee: AmountMinor }[];
	/** Deposits without a line that may be in it, with and without a fee. */
	rises: AmountMinor[];
}

export interface Span {
	from: FirstLook;
	/** When the mirror was level. */
	until: Date;
	/** Looks after it help to read the last one. */
	beyond: Date;
	timeZone: string;
}

/** Null when the look cannot be compared with a later one. */
export async function reckonSince(store: Store, wallet: WalletKey, span: Span): Promise<Reckoning | null> {
	const { from, until, beyond, timeZone } = span;
	// Days that were proved before tell how the service counts fees, and what was taken off before its line came.
	const before = await readKeptBefore(store, wallet, dayOf(from.firstFetchedAt, timeZone));
	const opening = openingOf(before);
	// Looks before it say what was taken off already when it was taken.
	const start = new Date(opening ? opening.seenAt : from.firstFetchedAt.getTime() - DAY_MS);
	const ask = { opening, from: start, until, beyond, inForce: ruleInForce(before), mayBeCut: false, unreadable: 0 };
	const looks = await readLooks(store, wallet, start, beyond);
	const inputs = await readChainInputs(store, wallet, ask, looks);
	if (!inputs) return null;
	const { chain } = await inSlices(chooseRule(inputs, ask.inForce));
	const first = placeOf(looks, opening, from);
	const last = inputs.points.findLastIndex(({ seenAt }) => seenAt <= +until);
	if (first < 0 || last < first) return null;
	if (last === first) return { isEven: true, gap: 0n, open: [], rises: [] };
	const { gap, isEven, since, known } = compareLooks(
		await inSlices(readingsOf(inputs, chain.rule)),
		chain,
		first,
		last,
	);
	const isFeeKnown = await hasLines(store, wallet);
	const sentUntil = inputs.points[last]?.seenAt ?? 0;
	return {
		...{ gap, isEven },
		open: inputs.ways
			.filter(({ fee, until: ended, from: sent }) => fee === null && sent <= sentUntil && ended > since)
			// The first look had lost it already: what is missing since is something else, of whatever amount.
			.filter(({ paymentId }) => !known.has(paymentId))
			.map(({ type, amount }) => ({
				amount,
				mostFee: isFeeKnown ? inputs.tariff(type, amount) + UNIT : (amount * 3n) / 100n,
			})),
		rises: (await readRises(store, wallet, new Date(since))).flatMap((amount) => [
			...new Set([amount, amount - inputs.tariff(transactionTypeOf("deposit"), amount)]),
		]),
	};
}

interface Reading {
	at: number;
	residual: AmountMinor;
	taken: Taken;
	/** Nothing is in it that has no line. */
	isLined: boolean;
}

/**
 * Of the readings of the first look that agree with the looks before it, and of all of the last one, those that come out even, or
 * else, without what has no line, those that leave least: which moment a look is true of must not look like money.
 */
function compareLooks(readings: (place: number) => Candidate[], chain: Chain, first: number, last: number) {
	const before = chain.chosen[first - 1]?.residual;
	const known = chain.chosen[first]?.taken ?? NOTHING;
	const [begins, ends] = [readings(first), readings(last)].map((looks) => looks.flatMap((look) => ways(look, known)));
	if (!begins || !ends) throw new Error("two looks are compared");
	const agreeing = begins.filter(({ residual }) => residual === before);
	const trusted = agreeing.length > 0 ? agreeing : begins;
	const since = Math.min(...trusted.map(({ at }) => at));
	const isEven = trusted.some(({ residual }) => ends.some((end) => end.residual === residual));
	const lined = (some: readonly Reading[]) => some.filter(({ isLined }) => isLined);
	const least = (lined(trusted).length > 0 ? lined(trusted) : lined(begins)).flatMap((begin) =>
		lined(ends).map((end) => end.residual - begin.residual),
	);
	const gap = least.reduce((best, one) => (size(one) < size(best) ? one : best), least[0] ?? 0n);
	return { since, isEven, gap: isEven ? 0n : gap, known };
}

const NOTHING: Taken = new Map();

/** What of the payouts without a line is in a look: nothing, all of it, or what the first look had. More would explain anything. */
function ways({ at, hold, residual, loose }: Candidate, known: Taken): Reading[] {
	const open = new Set(loose.map(({ id }) => id));
	const left = new Map([...known].filter(([id]) => open.has(id)));
	const lined = takeAll(loose.filter(({ hasLine }) => hasLine));
	const all = hold === 0 ? [] : [lined, takeAll(loose), takeAll(loose, true)];
	return [NOTHING, ...all, left].map((taken) => ({
		...{ at, taken, isLined: [...taken.keys()].every((id) => lined.has(id)) },
		residual: residual - sumOf(taken),
	}));
}

function size(amount: AmountMinor): AmountMinor {
	return amount < 0n ? -amount : amount;
}

const DAY_MS = 86_400_000;
const UNIT = 100n;
const MOST_RISES = 40;

/** The look among the points, of which the opening is the first. */
function placeOf(looks: readonly Look[], opening: Opening | null, { balance, firstFetchedAt }: FirstLook): number {
	const seen = looks.filter(({ lastAt }) => !opening || lastAt > opening.seenAt);
	const sum = minorOf(balance);
	const place = seen.findIndex((look) => look.firstAt === firstFetchedAt.getTime() && look.balance === sum);
	if (!opening) return place;
	return place < 0 ? 0 : place + 1;
}

/** Deposits of ours that may have come in since, and have no line. */
async function readRises(store: Store, wallet: WalletKey, since: Date): Promise<AmountMinor[]> {
	const { rows } = await sql<{ amount: string }>`
		select coalesce(payment.paid_amount, payment.amount) as amount from payment
		where payment.environment = ${wallet.environment} and payment.currency = ${wallet.currency} and payment.kind = 'deposit'
			and payment.state = any(${[...MAY_HAVE_MOVED_STATES]}::text[]) and payment.sent_at is not null
			and coalesce(payment.processed_at, 'infinity') > ${since}::timestamptz
			and not exists (select from reconciliation_line where payment_id = payment.id)
		order by payment.sent_at desc limit ${MOST_RISES}`.execute(store);
	return rows.map(({ amount }) => minorOf(amount));
}

/** Without one line of a payout nobody knows what the service takes. */
async function hasLines(store: Store, wallet: WalletKey): Promise<boolean> {
	const { rows } =
		await sql`select from movement where environment = ${wallet.environment} and currency = ${wallet.currency}
		and type = ${transactionTypeOf("payout")} and withdrawn_at is null limit 1`.execute(store);
	return rows.length > 0;
}
