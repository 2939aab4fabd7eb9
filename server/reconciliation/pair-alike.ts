/** Who belongs to whom among many that are alike, told by stretches of time, in n log n. Pure. */
import { type Sliced, sortInSlices } from "#lib/slices.ts";

/** Lines of this key between two times, both inclusive, in ms. */
interface Reach {
	key: string;
	from: number;
	to: number;
}

interface Line {
	id: string;
	at: number;
}

export interface PairRule<One, L extends Line> {
	keyOf(line: L): string;
	/** Where its lines may be. */
	reachesOf(one: One): readonly Reach[];
	/** Its place in the order of time among others with the same choices. */
	timeOf(one: One): number;
}

/** From a place up to and without another, in the order of keys and times. */
type Stretch = readonly [from: number, end: number];

/**
 * Where both have no other choice; and where as many as there are fit one another, in the order of time. All of a group have the
 * same choices, and no line of these is anybody else's: as many reach it as the group has members.
 */
export function* pairAlike<One, L extends Line>(
	short: readonly One[],
	lines: readonly L[],
	rule: PairRule<One, L>,
): Sliced<[One, L][]> {
	const seen = yield* sortInSlices(
		lines.map((line) => ({ line, key: rule.keyOf(line) })),
		(a, b) => compare(a.key, b.key) || a.line.at - b.line.at || compare(a.line.id, b.line.id),
	);
	// reached[i] - reached[i - 1] of the line at place i; summed up below.
	const reached = new Int32Array(seen.length + 1);
	const alike = new Map<string, { members: One[]; choices: readonly Stretch[] }>();
	for (const one of short) {
		const reaches = rule.reachesOf(one);
		const choices = stretchesOf(seen, reaches);
		yield 4 * reaches.length;
		if (choices.length === 0) continue;
		for (const [from, end] of choices) {
			reached[from] = (reached[from] ?? 0) + 1;
			reached[end] = (reached[end] ?? 0) - 1;
		}
		const name = choices.join();
		const group = alike.get(name);
		if (group) group.members.push(one);
		else alike.set(name, { members: [one], choices });
	}
	for (let place = 1; place < reached.length; place += 1)
		reached[place] = (reached[place] ?? 0) + (reached[place - 1] ?? 0);
	yield reached.length >> 4;
	const pairs = new Map<One, L>();
	for (const { members, choices } of alike.values()) {
		yield* pairGroup(members, choices);
	}
	return short.flatMap((one): [One, L][] => {
		const line = pairs.get(one);
		return line ? [[one, line]] : [];
	});

	function* pairGroup(members: readonly One[], choices: readonly Stretch[]): Sliced<void> {
		const many = members.length;
		if (choices.reduce((sum, [from, end]) => sum + end - from, 0) !== many) return;
		for (const [from, end] of choices) {
			for (let place = from; place < end; place += 1) if (reached[place] !== many) return;
		}
		const theirs = choices.flatMap(([from, end]) => seen.slice(from, end).map(({ line }) => line));
		yield many;
		const inTime = yield* sortInSlices(theirs, (a, b) => a.at - b.at || compare(a.id, b.id));
		const first = yield* sortInSlices(members, (a, b) => rule.timeOf(a) - rule.timeOf(b));
		for (const [place, one] of first.entries()) {
			const line = inTime[place];
			if (line) pairs.set(one, line);
		}
	}
}

/** Those that overlap or touch as one: equal choices have equal stretches. */
function stretchesOf(seen: readonly { line: Line; key: string }[], reaches: readonly Reach[]): Stretch[] {
	const found: Stretch[] = [];
	for (const { key, from, to } of reaches) {
		const [first, end] = [placeOf(seen, key, from, false), placeOf(seen, key, to, true)];
		if (end > first) found.push([first, end]);
	}
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

/** First place of a key whose time is at or after `time`; with `past`, after it. */
function placeOf(seen: readonly { line: Line; key: string }[], key: string, time: number, past: boolean): number {
	let [low, high] = [0, seen.length];
	while (low < high) {
		const middle = (low + high) >> 1;
		const place = seen[middle];
		const order = place ? compare(place.key, key) || place.line.at - time : 0;
		if (order < 0 || (past && order === 0)) low = middle + 1;
		else high = middle;
	}
	return low;
}

function compare(a: string, b: string): number {
	return a < b ? -1 : a > b ? 1 : 0;
}
