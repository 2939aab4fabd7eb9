/**
 * Splits an arriving JSON array into chunks of whole rows. The content decides where a chunk ends, so rows added before or after
 * leave it unchanged, and a known chunk need not be parsed again.
 */
import { createHash } from "node:crypto";
import { enterArray, findRowsEnd, NotAnArray, whiteSpaceEnd } from "#server/momo/movements/array-scan.ts";

export interface ArrayChunk {
	digest: string;
	/** The parsed rows; null: a known chunk, not parsed. */
	rows: unknown[] | null;
}

export interface ChunkSizes {
	/** Minimum bytes of every chunk but the last. */
	least: number;
	/** From this many bytes, any row end ends the chunk. */
	most: number;
	/** A row ends a chunk once in this many rows on average, chosen by its hash. A power of two. */
	oneIn: number;
}

/** A chunk has about 500 rows of the specified length: after a change of one row, 500 are parsed again. A million rows are 2,000 chunks. */
export const DEFAULT_SIZES: ChunkSizes = { least: 32_768, most: 196_608, oneIn: 256 };

const COMMA = 0x2c;
const CLOSE_OBJECT = 0x7d;

interface Pending {
	pieces: Uint8Array[];
	length: number;
	/** Hash of the current row; null until the chunk is long enough and a row begins. */
	hash: number | null;
	/** The chunk may end only after this many pending bytes. */
	noCutBefore: number;
}

/** `reading` names the version of the parsing and is part of each chunk's digest. */
export function openArrayChunks(
	isKnown: (digest: string) => boolean,
	{ reading = "", sizes = DEFAULT_SIZES }: { reading?: string; sizes?: ChunkSizes } = {},
) {
	const pending: Pending = { pieces: [], length: 0, hash: null, noCutBefore: sizes.least };
	const digestOf = (bytes: Uint8Array) => createHash("sha256").update(reading).update(bytes).digest("base64url");
	let isEntered = false;
	let isFirst = true;

	/** Throws NotAnArray when the bytes do not follow the previous chunk, or are not rows. */
	function chunkOf(bytes: Uint8Array, digest: string): ArrayChunk {
		const begin = whiteSpaceEnd(bytes, 0);
		if (!isFirst && bytes[begin] !== COMMA) throw new NotAnArray("no comma between two rows");
		if (isFirst && bytes[begin] === COMMA) throw new NotAnArray("a comma without a row");
		// Bytes with a known digest were parsed as whole rows before.
		const rows = isKnown(digest) ? null : parseList(bytes.subarray(isFirst ? begin : begin + 1));
		isFirst = false;
		return { digest, rows };
	}

	/** Ends a chunk after the last whole pending row; returns none when there is none. */
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
		/** Returns the chunks that these bytes complete. Throws NotAnArray. */
		take(piece: Uint8Array): ArrayChunk[] {
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
		/** Returns the last chunk, if any. Null: the array has not ended. */
		end(): ArrayChunk[] | null {
			if (!isEntered) return null;
			const bytes = joined(pending);
			const { rowsEnd, isEnded, end } = findRowsEnd(bytes);
			if (!isEnded) return null;
			if (whiteSpaceEnd(bytes, end + 1) !== bytes.length) throw new NotAnArray("it goes on after its end");
			if (whiteSpaceEnd(bytes, 0) === end) return [];
			// A row that is not an object is complete only when the array ends, since `findCut` looks for `}`.
			const rows = bytes.subarray(0, whiteSpaceEnd(bytes, rowsEnd) === end ? rowsEnd : end);
			return [chunkOf(rows, digestOf(rows))];
		},
		/** True when an incomplete row has more than `most` bytes. */
		isPendingBeyond: (most: number) =>
			pending.length > most && pending.length - findRowsEnd(joined(pending)).rowsEnd > most,
	};
}

function joined(pending: Pending): Uint8Array {
	const [only] = pending.pieces;
	const bytes = pending.pieces.length === 1 && only ? only : Buffer.concat(pending.pieces, pending.length);
	pending.pieces = [bytes];
	return bytes;
}

/** Returns where in the piece the chunk ends: after the `}` of a row with a matching hash. Null: the chunk continues. */
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
		// The low bits of the hash depend only on the low bits of the bytes. The high bits depend on the whole row, so they are tested.
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
