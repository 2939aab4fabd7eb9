/** Assigns movements to payments by time alone, since movements carry no reference. Pure. */
import { matchTimesToWindows } from "#lib/match-times-to-windows.ts";

/** A payment that may have a line dated between `from` and `to`. Times in ms. */
export interface Claimant {
	id: string;
	from: number;
	to: number;
	expectedAt: number;
}

export interface Line {
	id: string;
	at: number;
}

/** Line id → claimant id. */
type Pairs = Map<string, string>;

// The nearest pairing is computed only up to this many unpaired payments and lines, or this many table cells.
const MOST_LEFT_OVER = 64;
const MOST_CELLS = 250_000;

/**
 * Pairs as many claimants as possible with one line each, inside their windows. Of all pairings in time order it takes the one
 * nearest to the expected times, or the one with the earliest lines if too many claimants and lines stay unpaired.
 */
export function claimMovements(claimants: readonly Claimant[], lines: readonly Line[]): Pairs {
	const owed = claimsInTime(claimants);
	const seen = linesInTime(lines);
	const earliest = pairEarliest(owed, seen);
	const [without, over] = [owed.length - earliest.size, seen.length - earliest.size];
	if (without + over > MOST_LEFT_OVER && owed.length * (without + over) > MOST_CELLS) return earliest;
	const nearest = pairNearest(owed, seen, without, over);
	// A pairing in time order may have fewer pairs if one claimant's window contains another's.
	return nearest.size < earliest.size ? earliest : nearest;
}

function pairEarliest(owed: readonly Claimant[], seen: readonly Line[]): Pairs {
	const times = seen.map(({ at }) => at);
	const pairs: Pairs = new Map();
	for (const [place, index] of matchTimesToWindows(owed, times)) {
		const [claimant, line] = [owed[index], seen[place]];
		if (claimant && line) pairs.set(line.id, claimant.id);
	}
	return pairs;
}

const SKIP_LINE = 0;
const SKIP_CLAIMANT = 1;
const PAIR = 2;

/**
 * Finds the pairing with the most pairs, then the least distance, step by step for the first i claimants and j lines. `without`
 * claimants and `over` lines stay unpaired, so j - i is between -without and over, and the table is a band of that width.
 */
function pairNearest(owed: readonly Claimant[], seen: readonly Line[], without: number, over: number): Pairs {
	const width = without + over + 1;
	const steps = new Uint8Array((owed.length + 1) * width);
	const rowOf = () => ({
		pairs: new Float64Array(width).fill(Number.NEGATIVE_INFINITY),
		distance: new Float64Array(width),
	});
	let [above, row] = [rowOf(), rowOf()];
	above.pairs.fill(0, without);
	for (let i = 1; i <= owed.length; i += 1) {
		const claimant = owed[i - 1] as Claimant;
		row.pairs.fill(Number.NEGATIVE_INFINITY);
		for (let column = Math.max(0, without - i); column < width; column += 1) {
			const j = i + column - without;
			if (j > seen.length) break;
			let [step, pairs, distance] = [SKIP_CLAIMANT, Number.NEGATIVE_INFINITY, 0];
			const take = (by: number, reached: number, away: number) => {
				if (reached > pairs || (reached === pairs && away < distance)) [step, pairs, distance] = [by, reached, away];
			};
			if (column > 0) take(SKIP_LINE, row.pairs[column - 1] as number, row.distance[column - 1] as number);
			if (column + 1 < width)
				take(SKIP_CLAIMANT, above.pairs[column + 1] as number, above.distance[column + 1] as number);
			const line = seen[j - 1];
			if (line && line.at >= claimant.from && line.at <= claimant.to) {
				const away = Math.abs(line.at - claimant.expectedAt);
				take(PAIR, (above.pairs[column] as number) + 1, (above.distance[column] as number) + away);
			}
			row.pairs[column] = pairs;
			row.distance[column] = distance;
			steps[i * width + column] = step;
		}
		[above, row] = [row, above];
	}
	return followBack(owed, seen, steps, without, width);
}

function followBack(
	owed: readonly Claimant[],
	seen: readonly Line[],
	steps: Uint8Array,
	without: number,
	width: number,
): Pairs {
	const claims: Pairs = new Map();
	let [i, j] = [owed.length, seen.length];
	while (i > 0 && j > 0) {
		const step = steps[i * width + (j - i + without)];
		const [claimant, line] = [owed[i - 1], seen[j - 1]];
		if (step === PAIR && claimant && line) claims.set(line.id, claimant.id);
		if (step !== SKIP_CLAIMANT) j -= 1;
		if (step !== SKIP_LINE) i -= 1;
	}
	return claims;
}

export function claimsInTime<C extends Claimant>(claims: readonly C[]): C[] {
	return claims.toSorted((a, b) => a.expectedAt - b.expectedAt || compareIds(a, b));
}

export function linesInTime<L extends Line>(lines: readonly L[]): L[] {
	return lines.toSorted((a, b) => a.at - b.at || compareIds(a, b));
}

function compareIds(a: { id: string }, b: { id: string }): number {
	return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}
