/**
 * The proof of a chain of looks at one balance. A look's residual is its balance less everything that the list accounts for up
 * to it: two looks agree when their residuals are equal, and their difference is the gap. Pure.
 */

import type { Sliced } from "#lib/slices.ts";

/** One way to read a look: which lines are before it, and what was already taken off. */
export interface Candidate {
	/** Lines up to this time (ms, the service's clock) are before the look. */
	at: number;
	hold: number;
	residual: bigint;
	/** Less is more usual. */
	cost: number;
}

interface Best {
	breaks: number;
	cost: number;
	candidate: Candidate;
	previous: Best | null;
}

/**
 * One candidate for each look, so that as few neighbours as possible disagree, and of those choices the most usual one. A look has
 * one reading towards both neighbours: a gap may move by the moments in which a look was taken, and can never vanish.
 */
export function* chooseCandidates(looks: readonly (readonly Candidate[])[]): Sliced<Candidate[]> {
	let best: Best | null = null;
	let byResidual = new Map<bigint, Best>();
	for (const candidates of looks) {
		const next = new Map<bigint, Best>();
		let nextBest: Best | null = null;
		for (const candidate of candidates) {
			const reached = reach(candidate, byResidual.get(candidate.residual) ?? null, best);
			const known = next.get(candidate.residual);
			if (!known || isBetter(reached, known)) next.set(candidate.residual, reached);
			if (!nextBest || isBetter(reached, nextBest)) nextBest = reached;
		}
		[byResidual, best] = [next, nextBest];
		yield candidates.length;
	}
	const chosen: Candidate[] = [];
	for (let step: Best | null = best; step; step = step.previous) chosen.push(step.candidate);
	return chosen.reverse();
}

function reach(candidate: Candidate, same: Best | null, best: Best | null): Best {
	const { cost } = candidate;
	if (!best) return { breaks: 0, cost, candidate, previous: null };
	const broken = { breaks: best.breaks + 1, cost: best.cost + cost, candidate, previous: best };
	if (!same) return broken;
	const even = { breaks: same.breaks, cost: same.cost + cost, candidate, previous: same };
	return isBetter(even, broken) ? even : broken;
}

function isBetter(one: { breaks: number; cost: number }, other: { breaks: number; cost: number }): boolean {
	return one.breaks < other.breaks || (one.breaks === other.breaks && one.cost < other.cost);
}
