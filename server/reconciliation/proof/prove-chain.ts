/** Proves a balance from readings, sums and payouts in transit: the interpretations that agree, and the gaps. Pure. */
import type { AmountMinor } from "#lib/money.ts";
import { effectOf, type Rule } from "#server/reconciliation/proof/effects.ts";
import {
	type Loose,
	type OnTheirWay,
	onTheirWay,
	type Reading,
	type Taken,
} from "#server/reconciliation/proof/on-their-way.ts";
import type { BalancePeriod, OnItsWay, Sum, Tariff } from "#server/reconciliation/proof/proof-inputs.ts";
import {
	type Candidate,
	type Chosen,
	chooseCandidates,
	takenIn,
	UNUSUAL_COSTS,
} from "#server/reconciliation/proof/residuals.ts";

/** A reading that the stored proof of an earlier day has interpreted. */
export interface Opening {
	balance: AmountMinor;
	at: number;
	seenAt: number;
	hold: number;
	/** Payouts without a line that the reading contained; null in old proofs, whose `hold` tells which payouts in transit were contained. */
	taken: Taken | null;
}

export interface Point {
	balance: AmountMinor;
	seenAt: number;
	times: readonly number[];
	/** `hold` and `taken` are set for a point that an earlier proof has interpreted. */
	hold?: number;
	taken?: Taken | null;
}

export interface ChainInputs {
	points: readonly Point[];
	/** All times of all points, ascending. */
	times: readonly number[];
	sums: readonly Sum[];
	ways: readonly OnItsWay[];
	tariff: Tariff;
}

export interface Chain {
	rule: Rule;
	ways: OnTheirWay;
	chosen: readonly Chosen[];
	/** Neighbours that disagree: after `from`, up to `until`. */
	uneven: readonly { from: number; until: number; gap: AmountMinor }[];
}

// Some services take the money first and date the line a moment later.
const GRACE_MS = 2_000;
/**
 * The ways in which a reading treats payouts in transit: none is taken off before its line's date (0), or those with a later line
 * and some without a line are (1). In older stored proofs all of them are, with a fee (2) or without (3).
 */
const HOLDS = [1, 0] as const;

/**
 * Assumption: a reading is true when we saw it or, if the service's clock differs or its books lag, at the time that the service
 * gives. The usual time comes first.
 */
export function pointOf(look: BalancePeriod, until: number): Point {
	const seenAt = Math.min(look.lastAt, until);
	const times = [seenAt, look.firstAt, look.updatedAt, look.updatedAt + GRACE_MS];
	return { balance: look.balance, seenAt, times: [...new Set(times)] };
}

export function openingPoint({ balance, at, seenAt, hold, taken }: Opening): Point {
	return { balance, seenAt, times: [at], hold, taken };
}

export function timesOf(points: readonly Point[]): number[] {
	return [...new Set(points.flatMap(({ times }) => times))].sort((a, b) => a - b);
}

export function proveChain(inputs: ChainInputs, rule: Rule): Chain {
	const ways = onTheirWay(inputs.ways, inputs.tariff, rule);
	const chosen = chooseCandidates([...inputs.points.keys()].map(readingsOf(inputs, rule, ways)), ways);
	const uneven = chosen.flatMap((candidate, place) => {
		const before = chosen[place - 1];
		if (!before || before.residual === candidate.residual) return [];
		return [{ from: before.at, until: candidate.at, gap: candidate.residual - before.residual }];
	});
	return { rule, ways, chosen, uneven };
}

/** Returns a function that lists the interpretations of the point at an index; payouts in transit are not chosen yet. */
export function readingsOf(inputs: ChainInputs, rule: Rule, ways: OnTheirWay): (place: number) => Candidate[] {
	const counted = countedUpTo(inputs, rule);
	return (index) => {
		const point = inputs.points[index];
		if (!point) return [];
		return point.times.flatMap((at, place) =>
			HOLDS.flatMap((hold, order): Candidate[] => {
				if (point.hold !== undefined && !continues(point.hold, hold)) return [];
				const reading = { at, hold, seenAt: Math.max(at, point.seenAt) };
				const known = point.hold === undefined ? {} : { taken: point.taken ?? takenBefore(point.hold, reading, ways) };
				return [
					{
						...{ ...reading, ...known, cost: (place * HOLDS.length + order) * UNUSUAL_COSTS },
						bare: point.balance - counted(at) - ways.lined(reading),
					},
				];
			}),
		);
	};
}

function continues(kept: number, hold: number): boolean {
	return (kept === 0) === (hold === 0);
}

function takenBefore(hold: number, reading: Reading, ways: OnTheirWay): Taken {
	const loose = ways.looseAt(reading);
	return takeAll(hold < 2 ? loose.filter(({ hasLine }) => hasLine && hold === 1) : loose, hold === 3);
}

export function takeAll(loose: readonly Loose[], withoutFee = false): Taken {
	return new Map(loose.map(({ id, effects }) => [id, effects.at(withoutFee ? -1 : 0) ?? 0n]));
}

export function sumOf(taken: Taken): AmountMinor {
	return [...taken.values()].reduce<AmountMinor>((sum, effect) => sum + effect, 0n);
}

/** Returns money taken off that no line up to the reading shows: payouts with a later line, and payouts in transit that were taken. */
export function heldIn({ ways }: Pick<Chain, "ways">, look: Chosen): AmountMinor {
	return ways.lined(look) + sumOf(takenIn(look, ways));
}

function countedUpTo({ times, sums }: ChainInputs, rule: Rule): (at: number) => AmountMinor {
	const totals = times.map(() => 0n);
	for (const { bucket, type, amount, fee } of sums) {
		if (bucket < totals.length) totals[bucket] = (totals[bucket] ?? 0n) + effectOf(rule, type, amount, fee);
	}
	let total = 0n;
	const upTo = new Map<number, AmountMinor>();
	for (const [place, time] of times.entries()) {
		total += totals[place] ?? 0n;
		upTo.set(time, total);
	}
	return (at) => upTo.get(at) ?? 0n;
}
