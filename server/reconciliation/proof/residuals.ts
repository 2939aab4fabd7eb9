/**
 * The proof of a chain of looks at one balance. A look's residual is its balance less everything that the list accounts for up
 * to it, and less what payouts without a line have taken: two looks agree when their residuals are equal, and their difference
 * is the gap. Pure.
 */

import type { Sliced } from "#lib/slices.ts";
import { findMoves, type Loose, type LooseMove, movesOf, type Taken } from "#server/reconciliation/proof/add-up.ts";

/** One way to read a look: which lines are before it, and what was already taken off. */
export interface Candidate {
	/** Lines up to this time (ms, the service's clock) are before the look. */
	at: number;
	hold: number;
	/** Without what the loose ones took. */
	residual: bigint;
	/** Less is more usual. */
	cost: number;
	loose: readonly Loose[];
	/** Of a look that was read before; only those that are loose still. */
	taken?: Taken;
}

export interface Chosen extends Candidate {
	taken: Taken;
	/** With what they took. */
	residual: bigint;
}

interface State {
	breaks: number;
	cost: number;
	residual: bigint;
	taken: Taken;
	candidate: Candidate;
	previous: State | null;
}

const NONE: Taken = new Map();
/** One that comes or goes is more usual than a look that is not true of the moment at which it was seen. */
const CHANGE_COSTS = 1;
export const UNUSUAL_COSTS = 8;
const MOST_BESIDE_A_GAP = 8;
const MOST_TOGETHER_BESIDE_A_GAP = 3;
const MOST_STATES = 32;

/**
 * One candidate for each look, so that as few neighbours as possible disagree, and of those choices the most usual one. A look has
 * one reading towards both neighbours: a gap may move by the moments in which a look was taken, and can never vanish. What a loose
 * payout took stays taken until it ends, or is seen to come back.
 */
export function* chooseCandidates(looks: readonly (readonly Candidate[])[]): Sliced<Chosen[]> {
	const explain = remembered();
	let states: State[] = [];
	for (const [place, candidates] of looks.entries()) {
		const next = new Map<bigint, State>();
		const keep = (state: State) => {
			const known = next.get(state.residual);
			if (!known || isBetter(state, known)) next.set(state.residual, state);
		};
		for (const candidate of candidates) {
			for (const state of place === 0 ? beginnings(candidate) : reached(candidate, states, explain)) keep(state);
			yield (1 + states.length) * (1 + (candidate.loose.length >> 2));
		}
		const [first, ...others] = next.values();
		const best = others.reduce((least, one) => (isBetter(one, least) ? one : least), first as State);
		// Whoever has two breaks more is never caught up with: the best may break too.
		const open = [...next.values()].filter(({ breaks }) => breaks <= best.breaks + 1);
		states = open.sort((a, b) => a.breaks - b.breaks || a.cost - b.cost).slice(0, MOST_STATES);
	}
	const chosen: Chosen[] = [];
	for (let step: State | null = states[0] ?? null; step; step = step.previous) {
		chosen.push({ ...step.candidate, residual: step.residual, taken: step.taken });
	}
	return chosen.reverse();
}

/** Of the first look nobody knows what was taken before it: nothing, or all that was on its way. */
function beginnings(candidate: Candidate): State[] {
	const { loose, taken } = candidate;
	const begin = (known: Taken, cost: number): State => ({
		...{ breaks: 0, cost: candidate.cost + cost, taken: known, candidate, previous: null },
		residual: candidate.residual - sumOf(known),
	});
	if (taken) return [begin(stillLoose(taken, loose), 0)];
	if (loose.length === 0) return [begin(NONE, 0)];
	const all = new Map(loose.map(({ id, effects }) => [id, effects[0] ?? 0n]));
	return [begin(NONE, 0), begin(all, CHANGE_COSTS)];
}

function reached(candidate: Candidate, states: readonly State[], explain: typeof explainChange): State[] {
	const { loose } = candidate;
	return states.flatMap((previous, order): State[] => {
		const carried = stillLoose(previous.taken, loose);
		const residual = candidate.residual - sumOf(carried);
		const step = { candidate, previous, breaks: previous.breaks, cost: previous.cost + candidate.cost };
		const found = explain(residual - previous.residual, carried, loose);
		const even = found && {
			...{ ...step, cost: step.cost + found.changes * CHANGE_COSTS },
			...{ taken: found.taken, residual: previous.residual },
		};
		// The states are in their order: whoever breaks, breaks from the best.
		const broken = order === 0 && found?.changes !== 0 ? breaksOf(step, carried, residual) : [];
		return even ? [even, ...broken] : broken;
	});
}

/** At the moment of a gap some of the loose may have come or gone too. */
function breaksOf(step: Omit<State, "taken" | "residual">, taken: Taken, residual: bigint): State[] {
	const { loose } = step.candidate;
	const broken = { ...step, breaks: step.breaks + 1, taken, residual };
	if (loose.length > MOST_BESIDE_A_GAP) return [broken];
	const others = movesBesideAGap(taken, loose).map((moves) => ({
		...{ ...broken, cost: broken.cost + moves.length * CHANGE_COSTS },
		...{ taken: moved(taken, moves), residual: moves.reduce((rest, { change }) => rest - change, residual) },
	}));
	return [broken, ...others];
}

/** Any of a few, in any way; of more, one of them, or all that wait to come. A gap says nothing of how much of it they are. */
function movesBesideAGap(taken: Taken, loose: readonly Loose[]): LooseMove[][] {
	const moves = movesOf(taken, loose);
	if (loose.length > MOST_TOGETHER_BESIDE_A_GAP) {
		const batch = loose.flatMap(({ id }) => moves.find((move) => move.id === id && move.effect !== null) ?? []);
		return [...moves.map((move) => [move]), ...(batch.length > 1 ? [batch] : [])];
	}
	const together = loose.reduce<LooseMove[][]>(
		(known, { id }) => {
			const ways = moves.filter((move) => move.id === id);
			return known.flatMap((some) => [some, ...ways.map((way) => [...some, way])]);
		},
		[[]],
	);
	return together.filter((some) => some.length > 0).sort((one, other) => one.length - other.length);
}

/** What of the loose came or went, so that the balance moved by this much; null when nothing of it comes out to the unit. */
function explainChange(
	change: bigint,
	taken: Taken,
	loose: readonly Loose[],
): { taken: Taken; changes: number } | null {
	if (change === 0n) return { taken, changes: 0 };
	if (loose.length === 0) return null;
	const found = findMoves(change, taken, loose);
	return found && { taken: moved(taken, found.moves), changes: found.changes };
}

function moved(taken: Taken, moves: readonly LooseMove[]): Taken {
	const after = new Map(taken);
	for (const { id, effect } of moves) {
		if (effect === null) after.delete(id);
		else after.set(id, effect);
	}
	return after;
}

/** Neighbours ask the same again and again: the loose ones seldom change. */
function remembered(): typeof explainChange {
	const known = new WeakMap<readonly Loose[], WeakMap<Taken, Map<bigint, ReturnType<typeof explainChange>>>>();
	return (change, taken, loose) => {
		if (change === 0n || loose.length === 0) return explainChange(change, taken, loose);
		const ofLoose = known.get(loose) ?? new WeakMap<Taken, Map<bigint, ReturnType<typeof explainChange>>>();
		known.set(loose, ofLoose);
		const ofTaken = ofLoose.get(taken) ?? new Map<bigint, ReturnType<typeof explainChange>>();
		ofLoose.set(taken, ofTaken);
		const told = ofTaken.get(change);
		if (told !== undefined) return told;
		const found = explainChange(change, taken, loose);
		ofTaken.set(change, found);
		return found;
	};
}

function stillLoose(taken: Taken, loose: readonly Loose[]): Taken {
	if (taken.size === 0) return taken;
	const open = new Set(loose.map(({ id }) => id));
	const left = [...taken].filter(([id]) => open.has(id));
	return left.length === taken.size ? taken : new Map(left);
}

export function sumOf(taken: Taken): bigint {
	let sum = 0n;
	for (const effect of taken.values()) sum += effect;
	return sum;
}

function isBetter(one: { breaks: number; cost: number }, other: { breaks: number; cost: number }): boolean {
	return one.breaks < other.breaks || (one.breaks === other.breaks && one.cost < other.cost);
}
