/**
 * Compares a chain of balance readings. A residual is the balance minus all listed lines and payouts in transit up to then; two
 * readings agree when their residuals are equal, and the difference is the gap. Pure.
 */
import type { AmountMinor } from "#lib/money.ts";
import type { Loose, OnTheirWay, Reading, Taken } from "#server/reconciliation/proof/on-their-way.ts";

export interface Candidate extends Reading {
	/** The residual without the payouts in transit. */
	bare: AmountMinor;
	/** Lower is more usual. */
	cost: number;
	/** Payouts in transit that an earlier proof found in the reading. */
	taken?: Taken;
}

export interface Chosen extends Candidate {
	/** The residual with the payouts in transit that the reading contains. */
	residual: AmountMinor;
	unlike: Unlike;
}

/** Payouts in transit with another effect than presumed; zero when they are not in the balance. */
type Unlike = ReadonlyMap<string, AmountMinor>;

interface State {
	breaks: number;
	cost: number;
	residual: AmountMinor;
	unlike: Unlike;
	candidate: Candidate;
	previous: State | null;
}

const NONE: Unlike = new Map();
/** A balance that newly includes or excludes a payout in transit is more usual than an outdated reading. */
const MOVE_COSTS = 1;
const MOST_MOVES_COST = 4;
export const UNUSUAL_COSTS = 8;
const MOST_STATES = 32;
const MOST_BESIDE_A_GAP = 8;

/**
 * Picks one interpretation per reading, the same for both neighbours: fewest disagreements first, then the most usual. A gap may
 * shift but never vanish. A payout that deviates from the presumption does so until it ends or visibly changes.
 */
export function chooseCandidates(periods: readonly (readonly Candidate[])[], ways: OnTheirWay): Chosen[] {
	let states: State[] = [];
	for (const [place, candidates] of periods.entries()) {
		const next = new Map<AmountMinor, State>();
		const keep = (state: State) => {
			const known = next.get(state.residual);
			if (!known || isBetter(state, known)) next.set(state.residual, state);
		};
		if (place === 0) for (const one of candidates.flatMap((each) => beginnings(each, ways))) keep(one);
		else for (const one of stepsTo(candidates, states, ways)) keep(one);
		const [first, ...others] = next.values();
		const best = others.reduce((least, one) => (isBetter(one, least) ? one : least), first as State);
		// A state two breaks behind the best can never win, since the best may take one break too.
		const open = [...next.values()].filter(({ breaks }) => breaks <= best.breaks + 1);
		states = open.sort((a, b) => a.breaks - b.breaks || a.cost - b.cost).slice(0, MOST_STATES);
	}
	const chosen: Chosen[] = [];
	for (let step: State | null = states[0] ?? null; step; step = step.previous) {
		chosen.push({ ...step.candidate, residual: step.residual, unlike: step.unlike });
	}
	return chosen.reverse();
}

/** Returns the payouts in transit that a reading contains, with their effects. */
export function takenIn({ unlike, ...look }: Chosen, ways: OnTheirWay): Taken {
	const did = (one: Loose) => unlike.get(one.id) ?? ways.presumedOf(one, look);
	return new Map(ways.looseAt(look).flatMap((one) => (did(one) === 0n ? [] : [[one.id, did(one)] as const])));
}

/** The payouts taken before the first reading are unknown: either all in transit, or none. */
function beginnings(candidate: Candidate, ways: OnTheirWay): State[] {
	const { taken } = candidate;
	const begin = (known: Taken, cost: number): State => {
		const unlike = new Map(
			ways.looseAt(candidate).flatMap((one) => {
				const effect = known.get(one.id) ?? 0n;
				return effect === ways.presumedOf(one, candidate) ? [] : [[one.id, effect] as const];
			}),
		);
		const residual = residualOf(candidate, unlike, ways);
		return { breaks: 0, cost: candidate.cost + cost, unlike, residual, candidate, previous: null };
	};
	if (taken) return [begin(taken, 0)];
	const presumed = residualOf(candidate, NONE, ways);
	const all: State = {
		breaks: 0,
		cost: candidate.cost + MOVE_COSTS,
		unlike: NONE,
		residual: presumed,
		candidate,
		previous: null,
	};
	return [begin(NONE, 0), all];
}

function residualOf(candidate: Candidate, unlike: Unlike, ways: OnTheirWay): AmountMinor {
	let residual = candidate.bare - ways.presumed(candidate);
	for (const [id, effect] of unlike) {
		const one = ways.byId.get(id);
		if (one) residual -= effect - ways.presumedOf(one, candidate);
	}
	return residual;
}

/** Each step is tried only where the previous one fails: a usual interpretation that agrees, payouts that came or went, a gap. */
function stepsTo(candidates: readonly Candidate[], states: readonly State[], ways: OnTheirWay): State[] {
	const steps = candidates.flatMap((candidate) =>
		states.map((previous) => {
			const unlike = stillLoose(previous.unlike, candidate, ways);
			const residual = residualOf(candidate, unlike, ways);
			const { breaks, cost } = previous;
			return { candidate, previous, breaks, cost: cost + candidate.cost, unlike, residual };
		}),
	);
	const isBest = ({ breaks }: State) => breaks === states[0]?.breaks;
	const even = steps.filter(({ residual, previous }) => residual === previous.residual);
	if (even.some((step) => isBest(step) && step.candidate.cost < UNUSUAL_COSTS)) return even;
	const told = [...even, ...steps.filter(isBest).flatMap((step) => explained(step, ways))];
	if (told.some(isBest)) return told;
	return [...told, ...steps.flatMap((step) => (step.previous === states[0] ? broken(step, ways) : []))];
}

type Step = State & { previous: State };

function explained(step: Step, ways: OnTheirWay): State[] {
	const { candidate, previous, unlike, residual } = step;
	if (residual === previous.residual) return [];
	const found = findMoves(residual - previous.residual, ...movesOf(step, ways));
	if (!found) return [];
	const cost = step.cost + Math.min(found.length, MOST_MOVES_COST) * MOVE_COSTS;
	const after = new Map(unlike);
	for (const { id, effect } of found) after.set(id, effect);
	return [{ ...step, cost, unlike: stillLoose(after, candidate, ways), residual: previous.residual }];
}

/** Assumes a gap: payouts sent since the previous reading are outside the balance, are as presumed, or a single payout moved. */
function broken(step: Step, ways: OnTheirWay): State[] {
	const { candidate, previous, unlike } = step;
	const [moves] = movesOf(step, ways);
	const begun = ways.looseAt(candidate).filter(({ from }) => from > previous.candidate.at);
	const without = new Map([...unlike, ...begun.map(({ id }) => [id, 0n] as const)]);
	const gap = { ...step, breaks: step.breaks + 1 };
	const after = (changed: Unlike, cost: number): State => {
		const known = stillLoose(changed, candidate, ways);
		return { ...gap, cost: gap.cost + cost, unlike: known, residual: residualOf(candidate, known, ways) };
	};
	const each = moves.length > 3 * MOST_BESIDE_A_GAP ? [] : moves;
	return [
		after(without, 0),
		after(unlike, MOVE_COSTS),
		...each.map(({ id, effect }) => after(new Map([...unlike, [id, effect]]), MOVE_COSTS)),
	];
}

/** Returns the moves of single payouts (in, out from the latest, another fee), then the orders in which several may move. */
function movesOf({ candidate, unlike }: Step, ways: OnTheirWay): [Move[], Move[][]] {
	const loose = ways.looseAt(candidate);
	const known = (one: Loose) => unlike.get(one.id) ?? ways.presumedOf(one, candidate);
	const to = (one: Loose, effect: AmountMinor): Move => ({ id: one.id, effect, change: effect - known(one) });
	const out = loose.filter((one) => known(one) === 0n);
	const inside = loose.filter((one) => known(one) !== 0n);
	const coming = out.flatMap((one) => one.effects.map((effect) => to(one, effect)));
	const going = inside.toReversed().map((one) => to(one, 0n));
	const others = inside.flatMap((one) =>
		one.effects.filter((effect) => effect !== known(one)).map((effect) => to(one, effect)),
	);
	const first = (some: readonly Loose[], which: 0 | -1) => some.map((one) => to(one, one.effects.at(which) ?? 0n));
	const orders = [first(out, 0), first(out, -1), going, going.toReversed(), first(inside, -1)];
	return [[...coming, ...going, ...others], orders];
}

/** Drops payouts that have ended or are as presumed. */
function stillLoose(unlike: Unlike, candidate: Candidate, ways: OnTheirWay): Unlike {
	if (unlike.size === 0) return unlike;
	const left = [...unlike].filter(([id, effect]) => {
		const one = ways.byId.get(id);
		return one && ways.isLoose(one, candidate) && effect !== ways.presumedOf(one, candidate);
	});
	return left.length === unlike.size ? unlike : new Map(left);
}

function isBetter(one: { breaks: number; cost: number }, other: { breaks: number; cost: number }): boolean {
	return one.breaks < other.breaks || (one.breaks === other.breaks && one.cost < other.cost);
}

interface Move {
	id: string;
	/** The payout's effect on later balances; zero when they do not contain the payout. */
	effect: AmountMinor;
	change: AmountMinor;
}

/** Finds payouts in transit that explain a change of the balance: one, two, or several in an order. Null without an exact match. */
function findMoves(
	change: AmountMinor,
	moves: readonly Move[],
	orders: readonly (readonly Move[])[],
): readonly Move[] | null {
	return findOne(change, moves) ?? findTwo(change, moves) ?? findFirst(change, orders);
}

function findOne(change: AmountMinor, moves: readonly Move[]): Move[] | null {
	const only = moves.find((move) => move.change === change);
	return only ? [only] : null;
}

function findTwo(change: AmountMinor, moves: readonly Move[]): Move[] | null {
	const seen = new Map<AmountMinor, Move>();
	for (const move of moves) {
		const other = seen.get(change - move.change);
		if (other && other.id !== move.id) return [other, move];
		if (!seen.has(move.change)) seen.set(move.change, move);
	}
	return null;
}

function findFirst(change: AmountMinor, orders: readonly (readonly Move[])[]): readonly Move[] | null {
	for (const order of orders) {
		let sum = 0n;
		for (const [place, move] of order.entries()) {
			sum += move.change;
			if (sum === change) return order.slice(0, place + 1);
		}
	}
	return null;
}
