/**
 * Compares a chain of balance readings. A residual is a balance minus the effects of all lines and debited payouts in transit up to
 * then. Two readings agree if their residuals are equal; else the difference is the gap. Pure.
 */
import type { AmountMinor } from "#lib/money.ts";
import type { InTransit, Reading, Taken, TransitModel } from "#server/reconciliation/proof/in-transit.ts";

export interface Candidate extends Reading {
	/** The residual before payouts in transit are subtracted. */
	beforeTransit: AmountMinor;
	/** Lower is more usual. */
	cost: number;
}

export interface Chosen extends Candidate {
	/** `beforeTransit` minus the effects of the debited payouts in transit. */
	residual: AmountMinor;
	unusual: Unusual;
}

/** Payout id → effect, for payouts in transit with an effect other than the presumed one; zero if the payout is not debited. */
type Unusual = ReadonlyMap<string, AmountMinor>;

interface State {
	breaks: number;
	cost: number;
	residual: AmountMinor;
	unusual: Unusual;
	candidate: Candidate;
	previous: State | null;
}

const NONE: Unusual = new Map();
/** The appearance or disappearance of a payout's debit costs less than an unusual reading time, because it is more common. */
const MOVE_COSTS = 1;
const MOST_MOVES_COST = 4;
export const UNUSUAL_COSTS = 8;
const MOST_STATES = 32;
const MOST_BESIDE_A_GAP = 8;

/**
 * Picks one candidate per reading by dynamic programming over the residual (`MOST_STATES` at most): fewest gaps between neighbours, then
 * lowest cost. Gaps may move to another reading, never disappear. An unusual effect stays until its payout ends or a reading shows a change.
 */
export function chooseCandidates(periods: readonly (readonly Candidate[])[], transit: TransitModel): Chosen[] {
	let states: State[] = [];
	for (const [place, candidates] of periods.entries()) {
		const next = new Map<AmountMinor, State>();
		const keep = (state: State) => {
			const known = next.get(state.residual);
			if (!known || isBetter(state, known)) next.set(state.residual, state);
		};
		if (place === 0) for (const one of candidates.flatMap((each) => beginnings(each, transit))) keep(one);
		else for (const one of stepsTo(candidates, states, transit)) keep(one);
		const [first, ...others] = next.values();
		const best = others.reduce((least, one) => (isBetter(one, least) ? one : least), first as State);
		// A state with two more gaps than the best state can never win: the best state reaches any reading with one more gap.
		const open = [...next.values()].filter(({ breaks }) => breaks <= best.breaks + 1);
		states = open.sort((a, b) => a.breaks - b.breaks || a.cost - b.cost).slice(0, MOST_STATES);
	}
	const chosen: Chosen[] = [];
	for (let step: State | null = states[0] ?? null; step; step = step.previous) {
		chosen.push({ ...step.candidate, residual: step.residual, unusual: step.unusual });
	}
	return chosen.reverse();
}

/** Returns the payouts that are debited at a reading without a line up to then, with their effects. */
export function takenIn({ unusual, ...reading }: Chosen, transit: TransitModel): Taken {
	const did = (one: InTransit) => unusual.get(one.id) ?? transit.presumedOf(one, reading);
	const debited = transit.inTransitAt(reading).flatMap((one) => (did(one) === 0n ? [] : [[one.id, did(one)] as const]));
	return new Map([...transit.linedAt(reading), ...debited]);
}

/** The first reading does not show which payouts in transit were debited, so both are tried: none, and those presumed. */
function beginnings(candidate: Candidate, transit: TransitModel): State[] {
	const { taken } = candidate;
	const begin = (known: Taken, cost: number): State => {
		const unusual = new Map(
			transit.inTransitAt(candidate).flatMap((one) => {
				const effect = known.get(one.id) ?? 0n;
				return effect === transit.presumedOf(one, candidate) ? [] : [[one.id, effect] as const];
			}),
		);
		const residual = residualOf(candidate, unusual, transit);
		return { breaks: 0, cost: candidate.cost + cost, unusual, residual, candidate, previous: null };
	};
	if (taken) return [begin(taken, 0)];
	const presumed = residualOf(candidate, NONE, transit);
	const all: State = {
		breaks: 0,
		cost: candidate.cost + MOVE_COSTS,
		unusual: NONE,
		residual: presumed,
		candidate,
		previous: null,
	};
	return [begin(NONE, 0), all];
}

function residualOf(candidate: Candidate, unusual: Unusual, transit: TransitModel): AmountMinor {
	let residual = candidate.beforeTransit - transit.presumed(candidate);
	for (const [id, effect] of unusual) {
		const one = transit.byId.get(id);
		if (one) residual -= effect - transit.presumedOf(one, candidate);
	}
	return residual;
}

/** Tries in turn, until one fits: a usual interpretation that agrees, payouts in transit that came or went, a gap. */
function stepsTo(candidates: readonly Candidate[], states: readonly State[], transit: TransitModel): State[] {
	const steps = candidates.flatMap((candidate) =>
		states.map((previous) => {
			const unusual = stillInTransit(previous.unusual, candidate, transit);
			const residual = residualOf(candidate, unusual, transit);
			const { breaks, cost } = previous;
			return { candidate, previous, breaks, cost: cost + candidate.cost, unusual, residual };
		}),
	);
	const isBest = ({ breaks }: State) => breaks === states[0]?.breaks;
	const agreeing = steps.filter(({ residual, previous }) => residual === previous.residual);
	if (agreeing.some((step) => isBest(step) && step.candidate.cost < UNUSUAL_COSTS)) return agreeing;
	const possible = [...agreeing, ...steps.filter(isBest).flatMap((step) => explained(step, transit))];
	if (possible.some(isBest)) return possible;
	return [...possible, ...steps.flatMap((step) => (step.previous === states[0] ? broken(step, transit) : []))];
}

type Step = State & { previous: State };

function explained(step: Step, transit: TransitModel): State[] {
	const { candidate, previous, unusual, residual } = step;
	if (residual === previous.residual) return [];
	const found = findMoves(residual - previous.residual, ...movesOf(step, transit));
	if (!found) return [];
	const cost = step.cost + Math.min(found.length, MOST_MOVES_COST) * MOVE_COSTS;
	const after = new Map(unusual);
	for (const { id, effect } of found) after.set(id, effect);
	return [{ ...step, cost, unusual: stillInTransit(after, candidate, transit), residual: previous.residual }];
}

/** Assumes a gap under each guess: payouts sent since the previous reading are not debited, all are as presumed, or one changed. */
function broken(step: Step, transit: TransitModel): State[] {
	const { candidate, previous, unusual } = step;
	const [moves] = movesOf(step, transit);
	const begun = transit.inTransitAt(candidate).filter(({ from }) => from > previous.candidate.at);
	const without = new Map([...unusual, ...begun.map(({ id }) => [id, 0n] as const)]);
	const gap = { ...step, breaks: step.breaks + 1 };
	const after = (changed: Unusual, cost: number): State => {
		const known = stillInTransit(changed, candidate, transit);
		return { ...gap, cost: gap.cost + cost, unusual: known, residual: residualOf(candidate, known, transit) };
	};
	const each = moves.length > 3 * MOST_BESIDE_A_GAP ? [] : moves;
	return [
		after(without, 0),
		after(unusual, MOVE_COSTS),
		...each.map(({ id, effect }) => after(new Map([...unusual, [id, effect]]), MOVE_COSTS)),
	];
}

/** Returns the moves of single payouts (debited; returned, latest first; another fee), then the orders in which several may move. */
function movesOf({ candidate, unusual }: Step, transit: TransitModel): [Move[], Move[][]] {
	const inTransit = transit.inTransitAt(candidate);
	const known = (one: InTransit) => unusual.get(one.id) ?? transit.presumedOf(one, candidate);
	const to = (one: InTransit, effect: AmountMinor): Move => ({ id: one.id, effect, change: effect - known(one) });
	const out = inTransit.filter((one) => known(one) === 0n);
	const inside = inTransit.filter((one) => known(one) !== 0n);
	const coming = out.flatMap((one) => one.effects.map((effect) => to(one, effect)));
	const going = inside.toReversed().map((one) => to(one, 0n));
	const others = inside.flatMap((one) =>
		one.effects.filter((effect) => effect !== known(one)).map((effect) => to(one, effect)),
	);
	const first = (some: readonly InTransit[], which: 0 | -1) => some.map((one) => to(one, one.effects.at(which) ?? 0n));
	const orders = [first(out, 0), first(out, -1), going, going.toReversed(), first(inside, -1)];
	return [[...coming, ...going, ...others], orders];
}

function stillInTransit(unusual: Unusual, candidate: Candidate, transit: TransitModel): Unusual {
	if (unusual.size === 0) return unusual;
	const left = [...unusual].filter(([id, effect]) => {
		const one = transit.byId.get(id);
		return one && transit.isInTransit(one, candidate) && effect !== transit.presumedOf(one, candidate);
	});
	return left.length === unusual.size ? unusual : new Map(left);
}

function isBetter(one: { breaks: number; cost: number }, other: { breaks: number; cost: number }): boolean {
	return one.breaks < other.breaks || (one.breaks === other.breaks && one.cost < other.cost);
}

interface Move {
	id: string;
	/** The payout's effect on later balances; zero when it is not debited. */
	effect: AmountMinor;
	change: AmountMinor;
}

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
