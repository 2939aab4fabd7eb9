/** Applies the daily proof to one payment: separates what it did to each balance reading from all other movements. */
import { sql } from "kysely";
import { DAY_MS, dayOf } from "#lib/dates.ts";
import type { AmountMinor } from "#lib/money.ts";
import { directionOf } from "#lib/movements/kept-direction.ts";
import { readFeeRule } from "#server/reconciliation/proof/fee-rules.ts";
import { readOpening } from "#server/reconciliation/proof/kept-days.ts";
import { type BalancePeriod, readReadings } from "#server/reconciliation/proof/proof-inputs.ts";
import { type Chain, type ChainInputs, proveChain } from "#server/reconciliation/proof/prove-chain.ts";
import { readChainInputs } from "#server/reconciliation/proof/prove-period.ts";
import { type Chosen, takenIn } from "#server/reconciliation/proof/residuals.ts";
import type { Database } from "#server/store/database.ts";
import { ofWallet, type WalletKey } from "#server/store/sql-fragments.ts";

/** All times are by the clocks of our programs, like those of the balance readings. */
export interface Evaluation {
	paymentId: string;
	type: string;
	amount: AmountMinor;
	/** Lines that may be the payment's own; the sums leave them out. */
	lineIds: readonly string[];
	fee: AmountMinor | null;
	sentAt: Date;
	endedAt: Date;
	/** Later readings are ignored. */
	until: Date;
	timeZone: string;
}

interface EvaluatedReading extends Pick<BalancePeriod, "balance" | "firstAt" | "lastAt"> {
	/** Other movements between the reading `before` and this one; `effect` is null if a line among them has no known direction. */
	others: { count: number; effect: AmountMinor | null };
}

export interface Evaluated {
	before: Pick<BalancePeriod, "balance" | "firstAt" | "lastAt"> | null;
	/** Readings that still held after `endedAt`, oldest first. */
	readings: EvaluatedReading[];
	usualFee: AmountMinor;
}

const NOTHING = { count: 0, effect: 0n };

/**
 * Counts the payment as in transit and leaves out its own line, so that a debit without a line (money is reserved at the request and booked
 * at the end) counts as in the daily proof.
 */
export async function evaluatePayment(store: Database, wallet: WalletKey, evaluation: Evaluation): Promise<Evaluated> {
	const { sentAt, endedAt, until, timeZone } = evaluation;
	const opening = await readOpening(store, wallet, dayOf(sentAt, timeZone));
	const begin = opening ? opening.seenAt : (await lastBefore(store, wallet, sentAt)) - DAY_MS;
	const readings = await readReadings(store, wallet, new Date(begin), until);
	const seen = readings.filter(({ lastAt }) => !opening || lastAt > opening.seenAt);
	const place = seen.findLastIndex(({ firstAt }) => firstAt <= +sentAt);
	const first = seen[place] ?? (opening && { ...opening, firstAt: opening.seenAt, lastAt: opening.seenAt });
	const after = seen.flatMap((reading, index) => (reading.lastAt > +endedAt ? [{ reading, index }] : []));
	const apart = apartOf(evaluation, first?.lastAt ?? 0);
	const inputs = await readChainInputs(store, wallet, { opening, until, beyond: until, apart }, readings);
	if (!inputs) {
		const alone = after.map(({ reading }) => ({ ...reading, others: NOTHING }));
		return { before: first ?? null, readings: alone, usualFee: 0n };
	}
	const chain = proveChain(inputs, await readFeeRule(store, wallet));
	const offset = opening ? 1 : 0;
	const chosen = (index: number) => chain.chosen[index + offset];
	const from = chosen(place);
	const evaluated = after.map(({ reading, index }): EvaluatedReading => {
		const to = chosen(index);
		if (!first || !from || !to || index === place) return { ...reading, others: NOTHING };
		const rest = withoutIt(to, chain, evaluation) - withoutIt(from, chain, evaluation);
		return {
			...reading,
			others: othersBetween(inputs, chain, { from, to, evaluation }, reading.balance - first.balance - rest),
		};
	});
	return { before: first ?? null, readings: evaluated, usualFee: inputs.tariff(evaluation.type, evaluation.amount) };
}

/** The payment's money leaves after `lastAt` at the earliest, since the reading before the payment held until then. */
function apartOf({ paymentId, type, amount, lineIds, fee, sentAt }: Evaluation, lastAt: number) {
	const likelyFees = fee === null ? [] : [fee];
	const times = { from: Math.max(+sentAt, lastAt) + 1, until: Number.POSITIVE_INFINITY };
	return { lineIds, payout: { paymentId, type, amount, fee: null, ...times, likelyFees } };
}

function withoutIt(reading: Chosen, { transit }: Chain, { paymentId }: Evaluation): AmountMinor {
	return reading.residual + (takenIn(reading, transit).get(paymentId) ?? 0n);
}

async function lastBefore(store: Database, wallet: WalletKey, at: Date): Promise<number> {
	const { rows } = await sql<{ begun: Date | null }>`
		select max(first_fetched_at) as begun from balance_reading
		where ${ofWallet(wallet)} and first_fetched_at <= ${at}::timestamptz`.execute(store);
	return +(rows[0]?.begun ?? at);
}

/** Counts payouts that left or came back, and lines between two readings unless their payout's money left before `from`. */
function othersBetween(
	{ sums, times, unbooked }: ChainInputs,
	chain: Chain,
	{ from, to, evaluation }: { from: Chosen; to: Chosen; evaluation: Evaluation },
	effect: AmountMinor,
): EvaluatedReading["others"] {
	const between = sums.filter(({ bucket }) => {
		const end = times[bucket] ?? Number.POSITIVE_INFINITY;
		return end > from.at && end <= to.at;
	});
	const lines = between.reduce((total, { count }) => total + count, 0);
	const [takenBefore, takenAfter] = [takenIn(from, chain.transit), takenIn(to, chain.transit)];
	const held = unbooked.reduce((total, payout) => {
		if (payout.paymentId === evaluation.paymentId) return total;
		const isIn = takenAfter.has(payout.paymentId);
		if (takenBefore.has(payout.paymentId) === isIn) return total;
		// A payout whose money came back moved the balance. A booked one did not: its line is in `lines`, but its money left before `from`.
		const isBack = payout.fee === null && payout.until <= to.at;
		return total + (isIn || isBack ? 1 : -1);
	}, 0);
	const isSigned = between.every(({ type }) => directionOf(chain.rule, type) !== null);
	const count = Math.max(lines + held, effect === 0n ? 0 : 1);
	return { count, effect: isSigned ? effect : null };
}
