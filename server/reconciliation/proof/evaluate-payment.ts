/** Applies the daily proof to one payment: what each balance reading shows of it, after subtracting everything else. */
import { sql } from "kysely";
import { DAY_MS, dayOf } from "#lib/dates.ts";
import type { AmountMinor } from "#lib/money.ts";
import { movementDirection } from "#lib/movements/movements.ts";
import { ruleOf } from "#server/reconciliation/proof/effects.ts";
import { readFeeRule } from "#server/reconciliation/proof/fee-rules.ts";
import { readOpening } from "#server/reconciliation/proof/kept-days.ts";
import { isLined } from "#server/reconciliation/proof/on-their-way.ts";
import { type BalancePeriod, readReadings } from "#server/reconciliation/proof/proof-inputs.ts";
import { type Chain, type ChainInputs, proveChain } from "#server/reconciliation/proof/prove-chain.ts";
import { readChainInputs } from "#server/reconciliation/proof/prove-stretch.ts";
import { type Chosen, takenIn } from "#server/reconciliation/proof/residuals.ts";
import type { Database } from "#server/store/database.ts";
import { ofWallet, type WalletKey } from "#server/store/listed.ts";

/** Times by program clocks, like those of the readings. */
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
	/** Other movements since the reading `before`; `effect` is null when a line in between has no known direction. */
	others: { count: number; effect: AmountMinor | null };
}

export interface Evaluated {
	before: Pick<BalancePeriod, "balance" | "firstAt" | "lastAt"> | null;
	/** Readings that were still true after the attempt ended, oldest first. */
	readings: EvaluatedReading[];
	usualFee: AmountMinor;
}

const NOTHING = { count: 0, effect: 0n };

/**
 * The payment enters the chain as in transit, without its own line. Money that was taken off without a line (reserved at the
 * request, booked at settlement) therefore counts as in the daily proof.
 */
export async function evaluatePayment(store: Database, wallet: WalletKey, weighing: Evaluation): Promise<Evaluated> {
	const { sentAt, endedAt, until, timeZone } = weighing;
	const opening = await readOpening(store, wallet, dayOf(sentAt, timeZone));
	const begin = opening ? opening.seenAt : (await lastBefore(store, wallet, sentAt)) - DAY_MS;
	const readings = await readReadings(store, wallet, new Date(begin), until);
	const seen = readings.filter(({ lastAt }) => !opening || lastAt > opening.seenAt);
	const place = seen.findLastIndex(({ firstAt }) => firstAt <= +sentAt);
	const first = seen[place] ?? (opening && { ...opening, firstAt: opening.seenAt, lastAt: opening.seenAt });
	const after = seen.flatMap((look, index) => (look.lastAt > +endedAt ? [{ look, index }] : []));
	const ask = {
		...{ opening, from: new Date(begin), until, beyond: until },
		...{
			rule: await readFeeRule(store, wallet),
			mayBeCut: false,
			unreadable: 0,
			apart: apartOf(weighing, first?.lastAt ?? 0),
		},
	};
	const inputs = await readChainInputs(store, wallet, ask, readings);
	if (!inputs) {
		const alone = after.map(({ look }) => ({ ...look, others: NOTHING }));
		return { before: first ?? null, readings: alone, usualFee: 0n };
	}
	const chain = proveChain(inputs, ruleOf(ask.rule));
	const offset = opening ? 1 : 0;
	const chosen = (index: number) => chain.chosen[index + offset];
	const from = chosen(place);
	const weighed = after.map(({ look, index }): EvaluatedReading => {
		const to = chosen(index);
		if (!first || !from || !to || index === place) return { ...look, others: NOTHING };
		const rest = withoutIt(to, chain, weighing) - withoutIt(from, chain, weighing);
		return {
			...look,
			others: othersBetween(inputs, chain, { from, to, weighing }, look.balance - first.balance - rest),
		};
	});
	return { before: first ?? null, readings: weighed, usualFee: inputs.tariff(weighing.type, weighing.amount) };
}

/** The payment's money leaves after `lastAt`: a reading that was still true after the sending does not contain the payment. */
function apartOf({ paymentId, type, amount, lineIds, fee, sentAt }: Evaluation, lastAt: number) {
	const likelyFees = fee === null ? [] : [fee];
	const times = { from: Math.max(+sentAt, lastAt) + 1, until: Number.POSITIVE_INFINITY };
	return { lineIds, way: { paymentId, type, amount, fee: null, ...times, likelyFees } };
}

function withoutIt(look: Chosen, { ways }: Chain, { paymentId }: Evaluation): AmountMinor {
	return look.residual + (takenIn(look, ways).get(paymentId) ?? 0n);
}

async function lastBefore(store: Database, wallet: WalletKey, at: Date): Promise<number> {
	const { rows } = await sql<{ begun: Date | null }>`
		select max(first_fetched_at) as begun from balance_reading
		where ${ofWallet(wallet)} and first_fetched_at <= ${at}::timestamptz`.execute(store);
	return +(rows[0]?.begun ?? at);
}

/** Counts lines in between, and payouts that left or came back; the line of a payout that `from` already contained does not count. */
function othersBetween(
	{ sums, times, ways }: ChainInputs,
	chain: Chain,
	{ from, to, weighing }: { from: Chosen; to: Chosen; weighing: Evaluation },
	effect: AmountMinor,
): EvaluatedReading["others"] {
	const between = sums.filter(({ bucket }) => {
		const end = times[bucket] ?? Number.POSITIVE_INFINITY;
		return end > from.at && end <= to.at;
	});
	const lines = between.reduce((total, { count }) => total + count, 0);
	const [takenBefore, takenAfter] = [takenIn(from, chain.ways), takenIn(to, chain.ways)];
	const held = ways.reduce((total, way) => {
		if (way.paymentId === weighing.paymentId) return total;
		const isIn = takenAfter.has(way.paymentId) || isLined(way, to);
		if ((takenBefore.has(way.paymentId) || isLined(way, from)) === isIn) return total;
		// A returned payout moved the balance. A booked one did not: its line is in `lines`, but its money left before `from`.
		const isBack = way.fee === null && way.until <= to.at;
		return total + (isIn || isBack ? 1 : -1);
	}, 0);
	const isSigned = between.every(
		({ type }) => movementDirection(type) !== null || Object.hasOwn(chain.rule.types, type),
	);
	const count = Math.max(lines + held, effect === 0n ? 0 : 1);
	return { count, effect: isSigned ? effect : null };
}
