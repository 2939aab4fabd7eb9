/** From looks, sums and payouts on their way to a proof: which readings make the looks agree, and where they do not. Pure. */
import type { AmountMinor } from "#lib/money.ts";
import { mapInSlices, type Sliced } from "#lib/slices.ts";
import type { Loose, Taken } from "#server/reconciliation/proof/add-up.ts";
import { effectOf, type Rule } from "#server/reconciliation/proof/effects.ts";
import type { Look, OnItsWay, Sum, Tariff } from "#server/reconciliation/proof/proof-inputs.ts";
import {
	type Candidate,
	type Chosen,
	chooseCandidates,
	sumOf,
	UNUSUAL_COSTS,
} from "#server/reconciliation/proof/residuals.ts";

/** A look as it was read before: its day's proof has been kept. */
export interface Opening {
	balance: AmountMinor;
	at: number;
	seenAt: number;
	hold: number;
	/** Payouts without a line that were in it; null where none is named: all that were on their way, when `hold` says so. */
	taken: Taken | null;
}

/** One look with the times that may be its own. */
export interface Point {
	balance: AmountMinor;
	seenAt: number;
	times: readonly number[];
	/** What was chosen before, and is not chosen anew. */
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
	/** As many as points. */
	chosen: readonly Chosen[];
	/** Neighbours that disagree: after `from`, up to `until`. */
	uneven: readonly { from: number; until: number; gap: AmountMinor }[];
}

// Some services take the money first and date the line a moment later.
const GRACE_MS = 2_000;
// Of two sent one after the other the later may be taken first: so long nobody knows of each whether it was taken yet.
const TAKING_MS = 5_000;

/**
 * What is taken off before its line is dated: nothing, or payouts whose line came later and whichever of those without one. In
 * proofs kept before each of these was told apart also: all of these, with a fee (2) or without (3).
 */
const HOLDS = [1, 0] as const;

/**
 * Assumption: a look is true of the moment at which we saw it, or, on a service whose clock is not ours or whose books lag, of the
 * time that the service gives its balance. Usual first.
 */
export function pointOf(look: Look, until: number): Point {
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

export function* proveChain(inputs: ChainInputs, rule: Rule): Sliced<Chain> {
	const readings = yield* readingsOf(inputs, rule);
	// Of a look, its times and ways of holding: eight at most.
	const looks = yield* mapInSlices([...inputs.points.keys()], readings, 8);
	const chosen = yield* chooseCandidates(looks);
	const uneven = chosen.flatMap((candidate, place) => {
		const before = chosen[place - 1];
		if (!before || before.residual === candidate.residual) return [];
		return [{ from: before.at, until: candidate.at, gap: candidate.residual - before.residual }];
	});
	return { rule, chosen, uneven };
}

/** Every way to read one look, by its place among the points; whichever of its loose payouts are in it is not chosen yet. */
export function* readingsOf(inputs: ChainInputs, rule: Rule): Sliced<(place: number) => Candidate[]> {
	const counted = yield* countedUpTo(inputs, rule);
	const lined = heldAt(inputs.ways, rule);
	const loose = looseAt(inputs, rule);
	return (index) => {
		const point = inputs.points[index];
		if (!point) return [];
		return point.times.flatMap((at, place) =>
			HOLDS.flatMap((hold, order): Candidate[] => {
				if (point.hold !== undefined && !continues(point.hold, hold)) return [];
				const open = loose(at, Math.max(at, point.seenAt));
				return [
					{
						...{ at, hold, loose: open, cost: (place * HOLDS.length + order) * UNUSUAL_COSTS },
						residual: point.balance - counted(at) - (hold === 0 ? 0n : lined(at)),
						...(point.hold === undefined ? {} : { taken: point.taken ?? takenBefore(point.hold, open) }),
					},
				];
			}),
		);
	};
}

function continues(kept: number, hold: number): boolean {
	return (kept === 0) === (hold === 0);
}

function takenBefore(hold: number, loose: readonly Loose[]): Taken {
	return takeAll(hold < 2 ? loose.filter(({ hasLine }) => hasLine && hold === 1) : loose, hold === 3);
}

/** All of them, with the fee that is usual or without one. */
export function takeAll(loose: readonly Loose[], withoutFee = false): Taken {
	return new Map(loose.map(({ id, effects }) => [id, effects.at(withoutFee ? -1 : 0) ?? 0n]));
}

/** What was in a balance though no line up to then says so: payouts whose line came later, and those of the loose that were taken. */
export function heldIn({ ways }: Pick<ChainInputs, "ways">, rule: Rule, { at, hold, taken }: Chosen): AmountMinor {
	return (hold === 0 ? 0n : heldAt(ways, rule)(at)) + sumOf(taken);
}

/** A payout whose line came later is in a balance for certain from here on, when any is that is on its way. */
function takenFrom({ fee, from }: OnItsWay): number {
	return fee === null ? Number.POSITIVE_INFINITY : from + TAKING_MS;
}

/** Whether a payout on its way is in a look. */
export function isHeldIn(way: OnItsWay, { at, hold, taken }: Chosen): boolean {
	return taken.has(way.paymentId) || (hold !== 0 && takenFrom(way) <= at && way.until > at);
}

/**
 * Payouts that each may be in a balance or not: without a line, or sent a moment ago. Those that the service admits come first,
 * then by their permits. One array for one set of them.
 */
function looseAt({ ways, tariff }: ChainInputs, rule: Rule): (at: number, seenAt: number) => readonly Loose[] {
	const open = ways.map((way) => {
		const { paymentId: id, type, amount, fee: known, from, until, isAdmitted } = way;
		const hasLine = known !== null;
		const fees = hasLine ? [known] : [...(way.likelyFees ?? []), tariff(type, amount), 0n];
		const effects = [...new Set(fees.map((fee) => effectOf(rule, type, amount, fee)))];
		const loose: Loose = { id, effects, sentAt: from, hasLine };
		return { from, until: Math.min(until, takenFrom(way)), isAdmitted, loose };
	});
	const order = (a: (typeof open)[number], b: (typeof open)[number]) =>
		Number(b.isAdmitted) - Number(a.isAdmitted) || a.from - b.from;
	const unlined = open.filter(({ loose }) => !loose.hasLine).sort(order);
	const lined = open.filter(({ loose }) => loose.hasLine).sort((a, b) => a.from - b.from);
	const known = new Map<string, readonly Loose[]>();
	return (at, seenAt) => {
		const recent = lined
			.slice(firstAfter(lined, at - TAKING_MS), firstAfter(lined, at))
			.filter(({ until }) => until > at);
		const waiting = unlined.filter(({ from, until }) => from <= seenAt && until > at);
		const both = recent.length === 0 ? waiting : [...waiting, ...recent].sort(order);
		const there = both.map(({ loose }) => loose);
		const key = there.map(({ id }) => id).join();
		const same = known.get(key) ?? there;
		known.set(key, same);
		return same;
	};
}

/** Place of the first that begins later. */
function firstAfter(all: readonly { from: number }[], time: number): number {
	let [low, high] = [0, all.length];
	while (low < high) {
		const middle = (low + high) >> 1;
		if ((all[middle]?.from ?? 0) <= time) low = middle + 1;
		else high = middle;
	}
	return low;
}

/** What the lines up to a time did, from the first time on. */
function* countedUpTo({ times, sums }: ChainInputs, rule: Rule): Sliced<(at: number) => AmountMinor> {
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

/** Payouts that were in a balance at a time, though their line is dated later. */
function heldAt(ways: ChainInputs["ways"], rule: Rule): (at: number) => AmountMinor {
	const events = ways.flatMap((way) => {
		const { type, amount, fee, until } = way;
		const from = takenFrom(way);
		if (fee === null || from >= until) return [];
		const effect = effectOf(rule, type, amount, fee);
		return [
			{ at: from, effect },
			{ at: until, effect: -effect },
		];
	});
	events.sort((a, b) => a.at - b.at);
	let total = 0n;
	const steps = events.map(({ at: from, effect }) => {
		total += effect;
		return { from, total };
	});
	return (at) => steps[firstAfter(steps, at) - 1]?.total ?? 0n;
}
