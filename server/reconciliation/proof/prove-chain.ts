/** Proves a balance from readings, sums of lines, and payouts in transit: picks an interpretation of each reading, finds gaps. Pure. */
import type { FeeRule } from "#lib/contracts/reconciliation.ts";
import type { AmountMinor } from "#lib/money.ts";
import { effectOf } from "#server/reconciliation/proof/effects.ts";
import type { Disagreement } from "#server/reconciliation/proof/explain-gap.ts";
import { modelTransit, sumOf, type Taken, type TransitModel } from "#server/reconciliation/proof/in-transit.ts";
import type { BalancePeriod, Sum, Tariff, UnbookedPayout } from "#server/reconciliation/proof/proof-inputs.ts";
import {
	type Candidate,
	type Chosen,
	chooseCandidates,
	takenIn,
	UNUSUAL_COSTS,
} from "#server/reconciliation/proof/residuals.ts";

/** A reading that was interpreted by the stored proof of an earlier day. */
export interface Opening {
	balance: AmountMinor;
	at: number;
	seenAt: number;
	hold: number;
	/** Payouts that were debited without a line up to `at`. */
	taken: Taken;
	/** The sum of `taken`. */
	held: AmountMinor;
}

export interface Point {
	balance: AmountMinor;
	seenAt: number;
	times: readonly number[];
	/** Set for a point that an earlier proof has interpreted. */
	opening?: Opening;
}

export interface ChainInputs {
	points: readonly Point[];
	/** All times of all points, ascending. */
	times: readonly number[];
	sums: readonly Sum[];
	unbooked: readonly UnbookedPayout[];
	tariff: Tariff;
}

export interface Chain {
	rule: FeeRule;
	transit: TransitModel;
	chosen: readonly Chosen[];
}

// Some services debit first and date the line up to this much later.
const GRACE_MS = 2_000;
// The values of `hold`, the likelier first. 1: payouts are debited before the date of their line; 0: at that date.
const HOLDS = [1, 0] as const;

/**
 * Lists the times at which a reading may have held, the usual one first. Assumption: it held when we saw it or, if the service's
 * clock differs or its books lag, at the time that the service gives.
 */
export function pointOf(period: BalancePeriod, until: number): Point {
	const seenAt = Math.min(period.lastAt, until);
	const times = [seenAt, period.firstAt, period.updatedAt, period.updatedAt + GRACE_MS];
	return { balance: period.balance, seenAt, times: [...new Set(times)] };
}

export function timesOf(points: readonly Point[]): number[] {
	return [...new Set(points.flatMap(({ times }) => times))].sort((a, b) => a - b);
}

export function proveChain(inputs: ChainInputs, rule: FeeRule): Chain {
	const transit = modelTransit(inputs.unbooked, inputs.tariff, rule);
	const chosen = chooseCandidates([...inputs.points.keys()].map(readingsOf(inputs, rule, transit)), transit);
	return { rule, transit, chosen };
}

/** Returns the readings that disagree with the one before, which is found by position: the times of chosen readings may go back. */
export function disagreeing(chosen: readonly Chosen[]): Disagreement[] {
	return chosen.flatMap((reading, place) => {
		const before = chosen[place - 1];
		if (!before || before.residual === reading.residual) return [];
		return [{ from: before.at, until: reading.at, gap: reading.residual - before.residual }];
	});
}

/** Returns a function that lists the interpretations of the point at an index; payouts in transit are not chosen yet. */
export function readingsOf(inputs: ChainInputs, rule: FeeRule, transit: TransitModel): (place: number) => Candidate[] {
	const counted = countedUpTo(inputs, rule);
	return (index) => {
		const point = inputs.points[index];
		if (!point) return [];
		return point.times.flatMap((at, place) =>
			HOLDS.flatMap((hold, order): Candidate[] => {
				if (point.opening && point.opening.hold !== hold) return [];
				const known = point.opening ? { taken: takenBefore(point.opening, transit) } : {};
				const reading = { at, hold, seenAt: Math.max(at, point.seenAt), ...known };
				return [
					{
						...{ ...reading, cost: (place * HOLDS.length + order) * UNUSUAL_COSTS },
						beforeTransit: point.balance - counted(at) - transit.lined(reading),
					},
				];
			}),
		);
	};
}

/** Proofs of earlier versions left payouts with a later line out of `taken`, though not out of `held`. */
function takenBefore({ at, seenAt, hold, taken, held }: Opening, transit: TransitModel): Taken {
	return sumOf(taken) === held ? taken : new Map([...transit.linedAt({ at, seenAt, hold }), ...taken]);
}

/** Returns what was debited without a line up to the reading. */
export function heldIn({ transit }: Pick<Chain, "transit">, reading: Chosen): AmountMinor {
	return sumOf(takenIn(reading, transit));
}

function countedUpTo({ times, sums }: ChainInputs, rule: FeeRule): (at: number) => AmountMinor {
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
