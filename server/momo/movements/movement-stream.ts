/** Streams the movements' array in chunks. The memory used does not grow with the array. */

import type { CauseKey } from "#lib/failure-causes.ts";
import { ServiceError } from "#server/errors.ts";
import {
	type ArrayChunk,
	type ChunkSizes,
	DEFAULT_SIZES,
	openArrayChunks,
} from "#server/momo/movements/array-chunks.ts";
import { NotAnArray } from "#server/momo/movements/array-scan.ts";
import { unreadableLine } from "#server/momo/movements/unreadable-line.ts";
import { type UnreadableLine, type WireMovement, wireMovement } from "#server/momo/wire.ts";

export interface StreamCaps {
	rows: number;
	/** Decoded bytes of the whole array. */
	bytes: number;
	/** Most bytes of a row that is not complete yet. */
	rowBytes: number;
}

/** Five million rows are a thousand a day for thirteen years; a row of the specification takes about 160 bytes. */
export const DEFAULT_CAPS: StreamCaps = { rows: 5_000_000, bytes: 2_000_000_000, rowBytes: 262_144 };

export interface MovementChunk {
	/** Digest of the chunk's bytes: chunks with the same digest have the same lines. */
	digest: string;
	/** The lines, unreadable ones included; null when the chunk's digest is known, so that it is not parsed again. */
	lines: readonly (WireMovement | UnreadableLine)[] | null;
}

export interface StreamListener {
	redact?: (text: string) => string;
	/** Line counts, by digest, of chunks that need not be read again. */
	known?: ReadonlyMap<string, number> | undefined;
	sizes?: ChunkSizes;
}

// This is part of each chunk's digest. Raise it whenever parsing or storing of lines changes, so that all lines are read again.
const READING = "2:";
const NONE: ReadonlyMap<string, number> = new Map();

/** Yields the array's lines in chunks. Throws ServiceError `unknown` unless the array is complete and within the caps. */
export async function* movementsIn(
	pieces: AsyncIterable<Uint8Array>,
	caps: StreamCaps,
	{ redact = (text) => text, known = NONE, sizes = DEFAULT_SIZES }: StreamListener = {},
): AsyncGenerator<MovementChunk> {
	const array = openArrayChunks((digest) => known.has(digest), { reading: READING, sizes });
	let count = 0;
	let bytes = 0;
	const read = ({ digest, rows }: ArrayChunk): MovementChunk => {
		count += rows?.length ?? known.get(digest) ?? 0;
		if (count > caps.rows) throw unreadable("list_too_long");
		return { digest, lines: rows?.map((row) => lineOf(row, redact)) ?? null };
	};
	for await (const piece of pieces) {
		bytes += piece.length;
		if (bytes > caps.bytes) throw unreadable("list_too_large");
		for (const chunk of listed(() => array.take(piece))) yield read(chunk);
		if (listed(() => array.isPendingBeyond(caps.rowBytes))) throw unreadable("line_too_long");
	}
	const rest = listed(() => array.end());
	if (rest === null) throw unreadable("list_broken_off");
	for (const chunk of rest) yield read(chunk);
}

/** An unreadable line does not affect the other lines: it is quarantined, and the list counts as incomplete. */
function lineOf(row: unknown, redact: (text: string) => string): WireMovement | UnreadableLine {
	const parsed = wireMovement.safeParse(row);
	return parsed.success ? parsed.data : unreadableLine(row, redact);
}

function listed<Result>(take: () => Result): Result {
	try {
		return take();
	} catch (error) {
		if (!(error instanceof NotAnArray)) throw error;
		throw unreadable("not_a_list");
	}
}

function unreadable(code: CauseKey): ServiceError {
	return new ServiceError("unknown", code, { status: 200 });
}
