/** From looks, sums and payouts on their way to a proof: which readings make the looks agree, and where they do not. Pure. */
import type { AmountMinor } from "#lib/money.ts";
import { mapInSlices, type Sliced } from "#lib/slices.ts";
import { effectOf, type Rule } from "#server/reconciliation/proof/effects.ts";
import { type Candidate, chooseCandidates } from "#server/reconciliation/proof/residuals.ts";
import type { Look, OnItsWay, Sum, Tariff } from "#server/reconciliation/proof/wallet-facts.ts";

/** A look as it was read before: its day's proof has been kept. */
export interface Opening {
	balance: AmountMinor;
	at: number;
	seenAt: number;
	hold: number;
}

/** One look with the times that may be its own. */
export interface Point {
	balance: AmountMinor;
	seenAt: number;
	times: readonly number[];
	/** What was chosen before, and is not chosen anew. */
	hold?: number;
}

export interface ChainFacts {
	points: readonly Point[];
	/** All times of all points, ascending. */
	times: readonly number[];
	sums: readonly Sum[];
	ways: readonly OnItsWay[];
	tariff: Tariff;
}

export interface Chain {
	rule: Rule;
	/** As many as points. */
	chosen: readonly Candidate[];
	/** Neighbours that disagree: after `from`, up to `until`. */
	uneven: readonly { from: number; until: number; gap: AmountMinor }[];
}

// Some services take the money first and date the line a moment later.
const GRACE_MS = 2_000;

/** What may be taken off before its line is dated: nothing; payouts whose line came later; also those without one, with or without a fee. */
const HOLDS = [1, 0, 2, 3] as const;

/**
 * Assumption: a look is true of the moment at which we saw it, or, on a service whose clock is not ours or whose books lag, of the
 * time that the service gives its balance. Usual first.
 */
export function pointOf(look: Look, until: number): Point {
	const seenAt = Math.min(look.lastAt, until);
	const times = [seenAt, look.firstAt, look.updatedAt, look.updatedAt + GRACE_MS];
	return { balance: look.balance, seenAt, times: [...new Set(times)] };
}

export function openingPoint({ balance, at, seenAt, hold }: Opening): Point {
	return { balance, seenAt, times: [at], hold };
}

export function timesOf(points: readonly Point[]): number[] {
	return [...new Set(points.flatMap(({ times }) => times))].sort((a, b) => a - b);
}

export function* proveChain(facts: ChainFacts, rule: Rule): Sliced<Chain> {
	const readings = yield* readingsOf(facts, rule);
	// Of a look, its times and ways of holding: sixteen at most.
	const looks = yield* mapInSlices([...facts.points.keys()], readings, 16);
	const chosen = yield* chooseCandidates(looks);
	const uneven = chosen.flatMap((candidate, place) => {
		const before = chosen[place - 1];
		if (!before || before.residual === candidate.residual) return [];
		return [{ from: before.at, until: candidate.at, gap: candidate.residual - before.residual }];
	});
	return { rule, chosen, uneven };
}

/** Every way to read one look, by its place among the points. */
export function* readingsOf(facts: ChainFacts, rule: Rule): Sliced<(place: number) => Candidate[]> {
	const counted = yield* countedUpTo(facts, rule);
	const held = HOLDS.map((hold) => heldAt(facts, rule, hold));
	return (index) => {
		const point = facts.points[index];
		if (!point) return [];
		return point.times.flatMap((at, place) => {
			const total = counted(at);
			return HOLDS.flatMap((hold, order): Candidate[] => {
				if (point.hold !== undefined && !continues(point.hold, hold)) return [];
				const early = held[order]?.(at) ?? 0n;
				return [{ at, hold, residual: point.balance - total - early, cost: place * HOLDS.length + order }];
			});
		});
	};
}

/** A line is before or after a look in both its stretches; what has no line is judged by each stretch, from its beginning to its end. */
function continues(kept: number, hold: number): boolean {
	return (kept === 0) === (hold === 0);
}

/** What the lines up to a time did, from the first time on. */
function* countedUpTo({ times, sums }: ChainFacts, rule: Rule): Sliced<(at: number) => AmountMinor> {
	const totals = times.map(() => 0n);
	for (const { bucket, type, amount, fee } of sums) {
		if (bucket < totals.length) totals[bucket] = (totals[bucket] ?? 0n) + effectOf(rule, type, amount, fee);
		yield 1;
	}
	let total = 0n;
	const upTo = new Map<number, AmountMinor>();
	for (const [place, time] of times.entries()) {
		total += totals[place] ?? 0n;
		upTo.set(time, total);
		yield 1;
	}
	return (at) => upTo.get(at) ?? 0n;
}

/** What was in a balance at a time, though its line is dated later or never came. */
export function heldAt(
	facts: Pick<ChainFacts, "ways" | "tariff">,
	rule: Rule,
	hold: number,
): (at: number) => AmountMinor {
	if (hold === 0) return () => 0n;
	const events = facts.ways.flatMap(({ type, amount, fee, from, until }) => {
		if (fee === null && hold === 1) return [];
		const effect = effectOf(rule, type, amount, fee ?? (hold === 3 ? 0n : facts.tariff(type, amount)));
		return [
			{ at: from, effect },
			{ at: until, effect: -effect },
		];
	});
	events.sort((a, b) => a.at - b.at);
	let total = 0n;
	const steps = events.map(({ at, effect }) => {
		total += effect;
		return { at, total };
	});
	return (at) => {
		let [low, high] = [0, steps.length];
		while (low < high) {
			const middle = (low + high) >> 1;
			if ((steps[middle]?.at ?? 0) <= at) low = middle + 1;
			else high = middle;
		}
		return steps[low - 1]?.total ?? 0n;
	};
}
