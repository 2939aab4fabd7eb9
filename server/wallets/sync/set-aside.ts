/** Lines of an answer that cannot be read: how many, the first of them, and which known lines they may be. */
import type { UnreadableLine } from "#server/momo/wire.ts";

// Enough for people to see what is wrong.
const KEPT = 20;
// With more unreadable lines than this any known line may be one of them.
const MOST_TIMES = 1_000;

export interface SetAside {
	count: number;
	first: { place: number; line: UnreadableLine }[];
	/** Times of theirs: a known line of one of them may be the one that cannot be read. */
	times: Set<string>;
	/** One of them has no time that can be read: it may be any known line. */
	mayBeAny: boolean;
}

export function nothingAside(): SetAside {
	return { count: 0, first: [], times: new Set(), mayBeAny: false };
}

export function putAside(aside: SetAside, place: number, line: UnreadableLine): void {
	aside.count += 1;
	if (aside.first.length < KEPT) aside.first.push({ place, line });
	if (line.createdAt !== null) aside.times.add(line.createdAt);
	if (line.createdAt === null || aside.times.size > MOST_TIMES) aside.mayBeAny = true;
}

/** Those of a part of the array that begins after so many lines. */
export function joinAside(aside: SetAside, part: SetAside, linesBefore: number): void {
	aside.count += part.count;
	for (const { place, line } of part.first) {
		if (aside.first.length < KEPT) aside.first.push({ place: linesBefore + place, line });
	}
	for (const time of part.times) if (aside.times.size <= MOST_TIMES) aside.times.add(time);
	if (part.mayBeAny || aside.times.size > MOST_TIMES) aside.mayBeAny = true;
}
