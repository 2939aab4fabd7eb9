/** Which movement belongs to which payment, as far as times can tell: movements carry no reference. Pure. */

import type { Sliced } from "#lib/slices.ts";

/** A payment that a movement of these facts is owed to. Times in ms. */
export interface Claimant {
	id: string;
	from: number;
	to: number;
	/** When its movement is expected. */
	expectedAt: number;
}

export interface Line {
	id: string;
	at: number;
}

/**
 * Line id → claimant id. One to one and in the order of time: as many claimants as possible get a line inside their window,
 * and of all such ways the one whose lines lie nearest to when they were expected.
 */
export function* claimMovements(claimants: readonly Claimant[], lines: readonly Line[]): Sliced<Map<string, string>> {
	const owed = claimants.toSorted((a, b) => a.expectedAt - b.expectedAt || compareIds(a, b));
	const seen = lines.toSorted((a, b) => a.at - b.at || compareIds(a, b));
	const taken = yield* chooseInOrder(owed, seen);
	const claims = new Map<string, string>();
	let [i, j] = [owed.length, seen.length];
	while (i > 0 && j > 0) {
		const step = taken[i * (seen.length + 1) + j];
		const [claimant, line] = [owed[i - 1], seen[j - 1]];
		if (step === PAIR && claimant && line) claims.set(line.id, claimant.id);
		if (step !== SKIP_CLAIMANT) j -= 1;
		if (step !== SKIP_LINE) i -= 1;
	}
	return claims;
}

const SKIP_LINE = 0;
const SKIP_CLAIMANT = 1;
const PAIR = 2;

// A cell of the table is an eighth of what a step of other work takes.
const PIECE = 1_024;

/** Table of the best last step for the first i claimants and the first j lines: most pairs, then least distance. */
function* chooseInOrder(owed: readonly Claimant[], seen: readonly Line[]): Sliced<Uint8Array> {
	const width = seen.length + 1;
	const steps = new Uint8Array((owed.length + 1) * width);
	let above = { pairs: new Int32Array(width), distance: new Float64Array(width) };
	for (const [index, claimant] of owed.entries()) {
		const row = { pairs: new Int32Array(width), distance: new Float64Array(width) };
		for (const [place, line] of seen.entries()) {
			const j = place + 1;
			const isInside = line.at >= claimant.from && line.at <= claimant.to;
			let [step, pairs, distance] = [SKIP_LINE, row.pairs[j - 1] ?? 0, row.distance[j - 1] ?? 0];
			const skipped = above.pairs[j] ?? 0;
			if (skipped > pairs || (skipped === pairs && (above.distance[j] ?? 0) < distance)) {
				[step, pairs, distance] = [SKIP_CLAIMANT, skipped, above.distance[j] ?? 0];
			}
			const paired = isInside ? (above.pairs[j - 1] ?? 0) + 1 : -1;
			const away = (above.distance[j - 1] ?? 0) + Math.abs(line.at - claimant.expectedAt);
			if (paired > pairs || (paired === pairs && away < distance)) [step, pairs, distance] = [PAIR, paired, away];
			row.pairs[j] = pairs;
			row.distance[j] = distance;
			steps[(index + 1) * width + j] = step;
			if (place % PIECE === PIECE - 1) yield PIECE >> 3;
		}
		yield (seen.length % PIECE) >> 3;
		above = row;
	}
	return steps;
}

function compareIds(a: { id: string }, b: { id: string }): number {
	return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}
