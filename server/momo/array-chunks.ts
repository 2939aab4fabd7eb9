/**
 * A JSON array whose bytes arrive in pieces, as chunks of whole rows. Where a chunk ends is said by what it holds: rows that came
 * before it or after it since the last time leave it as it was, and a chunk that is known need not be read again.
 */
import { createHash } from "node:crypto";
import { enterArray, findRowsEnd, NotAnArray, whiteSpaceEnd } from "#server/momo/array-scan.ts";

export interface ArrayChunk {
	/** Of the chunk's bytes. */
	digest: string;
	/** What JSON.parse reads in it; null: it is known, and was not read. */
	rows: unknown[] | null;
}

export interface ChunkSizes {
	/** Bytes: no chunk but the last is shorter. */
	least: number;
	/** Bytes: from here on any end of a row ends the chunk. */
	most: number;
	/** One row in so many ends a chunk, by its hash; a power of two. */
	oneIn: number;
}

/** Some 500 rows of the specification: a change costs as many, and a million are two thousand chunks. */
export const DEFAULT_SIZES: ChunkSizes = { least: 32_768, most: 196_608, oneIn: 256 };

export interface ArrayChunks {
	/** The chunks that these bytes complete. Throws NotAnArray. */
	take(piece: Uint8Array): ArrayChunk[];
	/** No more comes: the last chunk, if there is one. Null: the array has not ended. */
	end(): ArrayChunk[] | null;
	/** Do more bytes than this wait for the end of their row? */
	isPendingBeyond(most: number): boolean;
}

const COMMA = 0x2c;
const CLOSE_OBJECT = 0x7d;

/** The chunk that is under way. */
interface Pending {
	pieces: Uint8Array[];
	length: number;
	/** Of the row that is under way; null until the chunk is long enough and a row begins. */
	hash: number | null;
	/** No end of a row is looked for in so many bytes. */
	noCutBefore: number;
}

/** `reading` stands before the bytes of each digest; `isKnown` is asked by digest. */
export function openArrayChunks(
	isKnown: (digest: string) => boolean,
	{ reading = "", sizes = DEFAULT_SIZES }: { reading?: string; sizes?: ChunkSizes } = {},
): ArrayChunks {
	const pending: Pending = { pieces: [], length: 0, hash: null, noCutBefore: sizes.least };
	const digestOf = (bytes: Uint8Array) => createHash("sha256").update(reading).update(bytes).digest("base64url");
	let isEntered = false;
	let isFirst = true;

	/** Throws NotAnArray when they do not follow on what came before, or are no rows. */
	function chunkOf(bytes: Uint8Array, digest: string): ArrayChunk {
		const begin = whiteSpaceEnd(bytes, 0);
		if (!isFirst && bytes[begin] !== COMMA) throw new NotAnArray("no comma between two rows");
		if (isFirst && bytes[begin] === COMMA) throw new NotAnArray("a comma without a row");
		// Bytes that were once read as whole rows are whole rows.
		const rows = isKnown(digest) ? null : parseList(bytes.subarray(isFirst ? begin : begin + 1));
		isFirst = false;
		return { digest, rows };
	}

	/** What waits, up to a place that looks like the end of a row: a chunk, unless no row ends in it after all. */
	function cut(): ArrayChunk[] {
		const bytes = joined(pending);
		const digest = digestOf(bytes);
		const { rowsEnd, isEnded } = isKnown(digest) ? { rowsEnd: bytes.length } : findRowsEnd(bytes);
		if (isEnded) throw new NotAnArray("it goes on after its end");
		const whole = bytes.subarray(0, rowsEnd);
		const rest = bytes.subarray(rowsEnd);
		const length = rest.length;
		Object.assign(pending, { pieces: [rest], length, hash: null, noCutBefore: length + sizes.least });
		return rowsEnd === 0 ? [] : [chunkOf(whole, rowsEnd === bytes.length ? digest : digestOf(whole))];
	}

	return {
		take(piece) {
			let from = isEntered ? 0 : enterArray(piece);
			if (from === null) return [];
			isEntered = true;
			const chunks: ArrayChunk[] = [];
			while (from < piece.length) {
				const to = findCut(pending, sizes, piece, from);
				const part = piece.subarray(from, to ?? piece.length);
				pending.pieces.push(part);
				pending.length += part.length;
				from += part.length;
				if (to !== null) chunks.push(...cut());
			}
			return chunks;
		},
		end() {
			if (!isEntered) return null;
			const bytes = joined(pending);
			const { rowsEnd, isEnded, end } = findRowsEnd(bytes);
			if (!isEnded) return null;
			if (whiteSpaceEnd(bytes, end + 1) !== bytes.length) throw new NotAnArray("it goes on after its end");
			if (whiteSpaceEnd(bytes, 0) === end) return [];
			// Rows that are no objects end with the array alone.
			const rows = bytes.subarray(0, whiteSpaceEnd(bytes, rowsEnd) === end ? rowsEnd : end);
			return [chunkOf(rows, digestOf(rows))];
		},
		isPendingBeyond: (most) => pending.length > most && pending.length - findRowsEnd(joined(pending)).rowsEnd > most,
	};
}

function joined(pending: Pending): Uint8Array {
	const [only] = pending.pieces;
	const bytes = pending.pieces.length === 1 && only ? only : Buffer.concat(pending.pieces, pending.length);
	pending.pieces = [bytes];
	return bytes;
}

/** Where in the piece the chunk may end: after the `}` of a row whose hash says so. Null: not in this piece. */
function findCut(pending: Pending, sizes: ChunkSizes, piece: Uint8Array, from: number): number | null {
	const { length, noCutBefore } = pending;
	let at = from;
	if (pending.hash === null) {
		const begin = from + Math.max(0, noCutBefore - length);
		const rowEnd = begin < piece.length ? piece.indexOf(CLOSE_OBJECT, begin) : -1;
		if (rowEnd === -1) return null;
		at = rowEnd + 1;
		pending.hash = 0;
	}
	const most = from + sizes.most - length;
	const mask = sizes.oneIn - 1;
	let hash = pending.hash;
	for (; at < piece.length; at += 1) {
		const byte = piece[at] as number;
		hash = Math.imul(hash ^ byte, 0x01000193);
		if (byte !== CLOSE_OBJECT) continue;
		// The low bits are of the bytes' low bits alone; the high ones are of the whole row.
		if (((hash >>> 16) & mask) === 0 || at >= most) return at + 1;
		hash = 0;
	}
	pending.hash = hash;
	return null;
}

function parseList(bytes: Uint8Array): unknown[] {
	const rows = parse(`[${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8")}]`);
	if (rows.length === 0) throw new NotAnArray("a comma without a row");
	return rows;
}

function parse(text: string): unknown[] {
	try {
		return JSON.parse(text);
	} catch {
		throw new NotAnArray("a row that is no JSON");
	}
}
