/** Which payouts without a line came or went, so that a balance moved by this much: a few, or a batch in its order. Pure. */

/** A payout without a line, from its permit to its end: each by itself may be in the balance already, or not. */
export interface Loose {
	id: string;
	/** What it may have done to the balance, the most usual first. */
	effects: readonly bigint[];
	/** When it was permitted (ms); without it, the order of the list is that of the permits. */
	sentAt?: number;
	/** Its line came later: only whether it was taken at once is open. */
	hasLine?: boolean;
}

/** Which of them are in a balance, and with what. */
export type Taken = ReadonlyMap<string, bigint>;

export interface LooseMove {
	id: string;
	/** Null: it comes back. */
	effect: bigint | null;
	change: bigint;
}

export interface Found {
	moves: readonly LooseMove[];
	/** How unusual it is: the number of moves, and of a batch one more than of a few. */
	changes: number;
}

// Sums of many are equal to anything: of whichever come and go at once, only three.
const MOST_LOOSE = 24;
const MOST_FOR_THREE = 16;
const BATCH_CHANGES = 4;
// Runs in the order of the permits are few, n²; with one move beside them they are n³.
const MOST_FOR_RUNS = 512;
const MOST_FOR_RUNS_AND_ONE = 32;

/** The fewest, and else a batch: null when nothing of it comes out to the unit. */
export function findMoves(change: bigint, taken: Taken, loose: readonly Loose[]): Found | null {
	const all = movesOf(taken, loose);
	const few = addUp(change, all);
	if (few) return { moves: few, changes: few.length };
	if (loose.length <= 3) return null;
	for (const lane of lanesOf(taken, loose)) {
		const batch = addBatch(change, lane, all);
		if (batch) return batch;
	}
	return null;
}

/** Those that have not been taken first: to be taken is more usual than to come back. */
export function movesOf(taken: Taken, loose: readonly Loose[]): LooseMove[] {
	const coming = loose.flatMap(({ id, effects }) =>
		taken.has(id) ? [] : effects.map((effect): LooseMove => ({ id, effect, change: effect })),
	);
	const back = loose.flatMap(({ id }): LooseMove[] => {
		const known = taken.get(id);
		return known === undefined ? [] : [{ id, effect: null, change: -known }];
	});
	return [...coming, ...back];
}

/** What may come or go as a batch: one way of each payout, in an order. */
function lanesOf(taken: Taken, loose: readonly Loose[]): LooseMove[][] {
	const bySent = loose.toSorted((a, b) => (a.sentAt ?? 0) - (b.sentAt ?? 0));
	const isSame = bySent.every((one, place) => one === loose[place]);
	const lanes = (isSame ? [loose] : [bySent, loose]).flatMap((order) => {
		const open = order.filter(({ id }) => !taken.has(id));
		const coming = (which: 0 | -1) =>
			open.map(({ id, effects }): LooseMove => {
				const effect = effects.at(which) ?? 0n;
				return { id, effect, change: effect };
			});
		const back = order.flatMap(({ id }): LooseMove[] => {
			const known = taken.get(id);
			return known === undefined ? [] : [{ id, effect: null, change: -known }];
		});
		return [coming(0), coming(-1), back];
	});
	return lanes.filter(({ length }) => length > 1);
}

/** Of a batch the first ones, or those of a run, or all but two: alone, or with one move more of any other payout. */
function addBatch(change: bigint, lane: readonly LooseMove[], all: readonly LooseMove[]): Found | null {
	const batch = (moves: readonly LooseMove[], more = 0): Found => ({ moves, changes: BATCH_CHANGES + more });
	const sums = prefixSums(lane);
	const ends = new Map(sums.map((sum, count) => [sum, count]));
	const first = ends.get(change);
	if (first) return batch(lane.slice(0, first));
	const run = lane.length <= MOST_FOR_RUNS ? findRun(change, sums) : null;
	if (run) return batch(lane.slice(...run));
	const few = addUp((sums.at(-1) ?? 0n) - change, lane, 2);
	if (few) return batch(without(lane, few), few.length);
	for (const [place, move] of lane.entries()) {
		const count = ends.get(change + move.change) ?? 0;
		if (count > place) return batch(without(lane.slice(0, count), [move]), 1);
	}
	const places = new Map(lane.map(({ id }, place) => [id, place]));
	for (const move of all) {
		const [count, place] = [ends.get(change - move.change) ?? 0, places.get(move.id) ?? lane.length];
		if (count > 0 && place >= count) return batch([...lane.slice(0, count), move], 1);
	}
	if (lane.length > MOST_FOR_RUNS_AND_ONE) return null;
	for (const move of all.slice(0, 3 * MOST_FOR_RUNS_AND_ONE)) {
		const found = findRun(change - move.change, sums);
		const place = places.get(move.id) ?? lane.length;
		if (found && (place < found[0] || place >= found[1])) return batch([...lane.slice(...found), move], 1);
	}
	return null;
}

function prefixSums(moves: readonly LooseMove[]): bigint[] {
	const sums = [0n];
	for (const { change } of moves) sums.push((sums.at(-1) ?? 0n) + change);
	return sums;
}

/** Neighbours that come to the sum: the latest beginning of each end. */
function findRun(sum: bigint, sums: readonly bigint[]): [number, number] | null {
	const begins = new Map<bigint, number>();
	for (const [end, total] of sums.entries()) {
		const begin = begins.get(total - sum);
		if (begin !== undefined) return [begin, end];
		begins.set(total, end);
	}
	return null;
}

function without(moves: readonly LooseMove[], some: readonly LooseMove[]): LooseMove[] {
	const left = new Set(some.map(({ id }) => id));
	return moves.filter(({ id }) => !left.has(id));
}

/** The fewest that come to the sum, each of another payout; of equals the first. */
function addUp(sum: bigint, all: readonly LooseMove[], most = 3): LooseMove[] | null {
	const only = all.find(({ change }) => change === sum);
	if (only) return [only];
	const moves = mostOf(all);
	const two = most === 2 && all.length <= MOST_FOR_RUNS ? pairOf(sum, all) : addTwo(sum, moves);
	if (two || most < 3 || moves.length > MOST_FOR_THREE) return two;
	for (const [place, move] of moves.entries()) {
		const rest = addTwo(
			sum - move.change,
			moves.slice(place + 1).filter(({ id }) => id !== move.id),
		);
		if (rest) return [move, ...rest];
	}
	return null;
}

/** Of the first payouts, all that each may do. */
function mostOf(moves: readonly LooseMove[]): LooseMove[] {
	const ids = new Set<string>();
	return moves.filter(({ id }) => ids.has(id) || (ids.size < MOST_LOOSE && ids.add(id)));
}

function addTwo(sum: bigint, moves: readonly LooseMove[]): LooseMove[] | null {
	for (const [place, move] of moves.entries()) {
		const wanted = sum - move.change;
		for (let next = place + 1; next < moves.length; next += 1) {
			const other = moves[next];
			if (other?.change === wanted && other.id !== move.id) return [move, other];
		}
	}
	return null;
}

/** As `addTwo`, where each payout stands once. */
function pairOf(sum: bigint, moves: readonly LooseMove[]): LooseMove[] | null {
	const seen = new Map<bigint, LooseMove>();
	for (const move of moves) {
		const other = seen.get(sum - move.change);
		if (other) return [other, move];
		seen.set(move.change, move);
	}
	return null;
}
