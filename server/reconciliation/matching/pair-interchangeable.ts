import { firstAt } from "#lib/match-times-to-windows.ts";
import { type Line, linesInTime } from "#server/reconciliation/matching/claim-movements.ts";

/** Lines of this key between two times, both inclusive, in ms. */
interface Reach {
	key: string;
	from: number;
	to: number;
}

export interface PairRule<One, L extends Line> {
	keyOf(line: L): string;
	reachesOf(one: One): readonly Reach[];
	/** Orders items that reach the same lines. */
	timeOf(one: One): number;
}

/** A range of indices, end exclusive, in the lines sorted by key and time. */
type Stretch = readonly [from: number, end: number];

/**
 * Pairs a group of interchangeable items with lines in time order where nothing else competes: all members reach the same lines, there
 * are as many lines as members, and no other item reaches these lines. Takes O(n log n).
 */
export function pairInterchangeable<One, L extends Line>(
	short: readonly One[],
	lines: readonly L[],
	rule: PairRule<One, L>,
): [One, L][] {
	const ofKeys = new Map<string, { start: number; times: number[] }>();
	const seen: L[] = [];
	for (const [key, some] of Map.groupBy(linesInTime(lines), (line) => rule.keyOf(line))) {
		ofKeys.set(key, { start: seen.length, times: some.map(({ at }) => at) });
		for (const line of some) seen.push(line);
	}
	// Difference array of how many items reach each line; it is summed up below.
	const reached = new Int32Array(seen.length + 1);
	const groups = new Map<string, { members: One[]; choices: readonly Stretch[] }>();
	for (const one of short) {
		const reaches = rule.reachesOf(one);
		const choices = stretchesOf(ofKeys, reaches);
		if (choices.length === 0) continue;
		for (const [from, end] of choices) {
			reached[from] = (reached[from] ?? 0) + 1;
			reached[end] = (reached[end] ?? 0) - 1;
		}
		const name = choices.join();
		const group = groups.get(name);
		if (group) group.members.push(one);
		else groups.set(name, { members: [one], choices });
	}
	for (let place = 1; place < reached.length; place += 1)
		reached[place] = (reached[place] ?? 0) + (reached[place - 1] ?? 0);
	const pairs = new Map<One, L>();
	for (const { members, choices } of groups.values()) {
		pairGroup(members, choices);
	}
	return short.flatMap((one): [One, L][] => {
		const line = pairs.get(one);
		return line ? [[one, line]] : [];
	});

	function pairGroup(members: readonly One[], choices: readonly Stretch[]): void {
		const many = members.length;
		if (choices.reduce((sum, [from, end]) => sum + end - from, 0) !== many) return;
		for (const [from, end] of choices) {
			for (let place = from; place < end; place += 1) if (reached[place] !== many) return;
		}
		const theirs = choices.flatMap(([from, end]) => seen.slice(from, end));
		const byTime = linesInTime(theirs);
		const first = members.toSorted((a, b) => rule.timeOf(a) - rule.timeOf(b));
		for (const [place, one] of first.entries()) {
			const line = byTime[place];
			if (line) pairs.set(one, line);
		}
	}
}

/** Merges overlapping or adjacent ranges, so that equal choices have equal ranges. */
function stretchesOf(
	ofKeys: ReadonlyMap<string, { start: number; times: readonly number[] }>,
	reaches: readonly Reach[],
): Stretch[] {
	const found = reaches.flatMap(({ key, from, to }): Stretch[] => {
		const { start, times } = ofKeys.get(key) ?? { start: 0, times: [] };
		const [first, end] = [start + firstAt(times, from), start + firstAt(times, to, true)];
		return end > first ? [[first, end]] : [];
	});
	if (found.length < 2) return found;
	found.sort(([a, aEnd], [b, bEnd]) => a - b || aEnd - bEnd);
	const joined: [number, number][] = [];
	for (const [from, end] of found) {
		const last = joined.at(-1);
		if (last && from <= last[1]) last[1] = Math.max(last[1], end);
		else joined.push([from, end]);
	}
	return joined;
}
