/** The movements' array, row by row as it arrives, in flat memory whatever its length. */
import { ServiceError } from "#server/errors.ts";
import { NotAnArray, openArrayRows } from "#server/momo/array-rows.ts";
import { type WireMovement, wireMovement } from "#server/momo/wire.ts";

export interface StreamCaps {
	rows: number;
	/** Decoded bytes of the whole array. */
	bytes: number;
	/** Bytes without a finished row. */
	rowBytes: number;
}

/** Five million rows are a thousand a day for thirteen years; a row of the specification takes about 160 bytes. */
export const DEFAULT_CAPS: StreamCaps = { rows: 5_000_000, bytes: 2_000_000_000, rowBytes: 262_144 };

/** Throws ServiceError `unknown` on anything but a whole array of movements within the caps. */
export async function* movementsIn(chunks: AsyncIterable<Uint8Array>, caps: StreamCaps): AsyncGenerator<WireMovement> {
	const rows = openArrayRows();
	let count = 0;
	let bytes = 0;
	for await (const chunk of chunks) {
		bytes += chunk.length;
		if (bytes > caps.bytes) throw unreadable("the movements are too many bytes");
		for (const row of rowsOf(() => rows.take(chunk))) {
			count += 1;
			if (count > caps.rows) throw unreadable("the movements are too many");
			yield readRow(row, count);
		}
		if (rows.pendingBytes() > caps.rowBytes) throw unreadable("a movement is too long");
	}
	if (!rows.isEnded()) throw unreadable("the movements broke off");
}

function rowsOf(take: () => unknown[]): unknown[] {
	try {
		return take();
	} catch (error) {
		if (!(error instanceof NotAnArray)) throw error;
		throw unreadable("the movements are not a JSON array");
	}
}

function readRow(row: unknown, line: number): WireMovement {
	const parsed = wireMovement.safeParse(row);
	// One line that cannot be read makes the whole array doubtful: a sum without it would be wrong in silence.
	if (!parsed.success) throw unreadable(`movement ${line} cannot be read`);
	return parsed.data;
}

function unreadable(reason: string): ServiceError {
	return new ServiceError("unknown", reason, { status: 200 });
}
