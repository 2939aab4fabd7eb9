/** Packs a chunk's lines for storage, at about fifteen bytes a line. */
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { excerptOf } from "#server/momo/movements/unreadable-line.ts";
import { UnreadableLine, type WireMovement } from "#server/momo/wire.ts";

export interface PackedChunk {
	/** Readable lines. */
	lines: number;
	unreadable: number;
	packed: Buffer;
}

/** Lines as statement parameters: one joined text per column, in the same order. */
export interface Columns {
	types: string[];
	/** The index of each line's type, from 1. */
	places: string;
	amounts: string;
	fees: string;
	times: string;
}

interface Content extends Columns {
	/** The unreadable lines, under the name that they have in stored chunks. */
	aside: Omit<UnreadableLines, "times" | "first"> & {
		times: string[];
		first: { place: number; line: Pick<UnreadableLine, "field" | "fault" | "excerpt" | "createdAt"> }[];
	};
}

export function packChunk(lines: readonly (WireMovement | UnreadableLine)[], currency: string): PackedChunk {
	const unreadable = noUnreadableLines();
	const ours: WireMovement[] = [];
	for (const [index, row] of lines.entries()) {
		const line = row instanceof UnreadableLine ? row : checkLine(row, currency);
		if (line instanceof UnreadableLine) addUnreadable(unreadable, index + 1, line);
		else ours.push(line);
	}
	const content: Content = { ...columnsOf(ours), aside: { ...unreadable, times: [...unreadable.times] } };
	const packed = deflateRawSync(JSON.stringify(content), { level: 1 });
	return { lines: ours.length, unreadable: unreadable.count, packed };
}

export function unpackChunk(packed: Buffer): Columns & { unreadable: UnreadableLines } {
	const { aside, ...columns } = JSON.parse(inflateRawSync(packed).toString()) as Content;
	const first = aside.first.map(({ place, line }) => ({ place, line: new UnreadableLine(line) }));
	return { ...columns, unreadable: { ...aside, first, times: new Set(aside.times) } };
}

// Decimals and times hold no comma, and types are few: one joined text per column costs a tenth of an array parameter.
function columnsOf(lines: readonly WireMovement[]): Columns {
	const types = [...new Set(lines.map((line) => line.movement_type))];
	const places = new Map(types.map((type, index) => [type, index + 1]));
	return {
		types,
		places: lines.map((line) => places.get(line.movement_type)).join(),
		amounts: lines.map((line) => line.amount).join(),
		fees: lines.map((line) => line.fee_amount).join(),
		times: lines.map((line) => line.created_at).join(),
	};
}

/** Assumption: all lines are in the wallet's currency. */
function checkLine(line: WireMovement, currency: string): WireMovement | UnreadableLine {
	if (line.currency_code === currency) return line;
	const fault = { field: "currency_code", fault: "other_currency", createdAt: line.created_at } as const;
	return new UnreadableLine({ ...fault, excerpt: excerptOf(line) });
}

// This many unreadable lines are stored: enough for people to see the fault.
const KEPT = 20;
// With more unreadable lines than this, any known line may be one of them.
const MOST_TIMES = 1_000;

export interface UnreadableLines {
	count: number;
	first: { place: number; line: UnreadableLine }[];
	/** Times of unreadable lines: a stored line of the same time may be one of them. */
	times: Set<string>;
	/** A line has no readable time, or there are too many times: any stored line may be one of the unreadable ones. */
	mayBeAny: boolean;
}

export function noUnreadableLines(): UnreadableLines {
	return { count: 0, first: [], times: new Set(), mayBeAny: false };
}

function addUnreadable(unreadable: UnreadableLines, place: number, line: UnreadableLine): void {
	unreadable.count += 1;
	if (unreadable.first.length < KEPT) unreadable.first.push({ place, line });
	if (line.createdAt !== null) unreadable.times.add(line.createdAt);
	if (line.createdAt === null || unreadable.times.size > MOST_TIMES) unreadable.mayBeAny = true;
}

/** Adds the unreadable lines of a later part of the array, which begins after `linesBefore` lines. */
export function joinUnreadable(unreadable: UnreadableLines, part: UnreadableLines, linesBefore: number): void {
	unreadable.count += part.count;
	for (const { place, line } of part.first) {
		if (unreadable.first.length < KEPT) unreadable.first.push({ place: linesBefore + place, line });
	}
	for (const time of part.times) if (unreadable.times.size <= MOST_TIMES) unreadable.times.add(time);
	if (part.mayBeAny || unreadable.times.size > MOST_TIMES) unreadable.mayBeAny = true;
}
