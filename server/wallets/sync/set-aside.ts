/** Quarantined lines of an answer that cannot be read: their count, the first of them, and the known lines that they may be. */
import type { UnreadableLine } from "#server/momo/wire.ts";

// Enough for people to see what is wrong.
const KEPT = 20;
// With more unreadable lines than this, any known line may be one of them.
const MOST_TIMES = 1_000;

export interface SetAside {
	count: number;
	first: { place: number; line: UnreadableLine }[];
	/** Their times: a known line of the same time may be the unreadable one. */
	times: Set<string>;
	/** One has no readable time, so it may be any known line. */
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

/** Adds those of a later part of the array, which begins after this many lines. */
export function joinAside(aside: SetAside, part: SetAside, linesBefore: number): void {
	aside.count += part.count;
	for (const { place, line } of part.first) {
		if (aside.first.length < KEPT) aside.first.push({ place: linesBefore + place, line });
	}
	for (const time of part.times) if (aside.times.size <= MOST_TIMES) aside.times.add(time);
	if (part.mayBeAny || aside.times.size > MOST_TIMES) aside.mayBeAny = true;
}
