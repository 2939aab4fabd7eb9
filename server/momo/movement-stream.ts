/** The movements' array, row by row as it arrives, in flat memory whatever its length. */

import { createHash } from "node:crypto";
import type { CauseKey } from "#lib/causes.ts";
import { ServiceError } from "#server/errors.ts";
import { NotAnArray, openArrayRows } from "#server/momo/array-rows.ts";
import { unreadableLine } from "#server/momo/unreadable-line.ts";
import { type UnreadableLine, type WireMovement, wireMovement } from "#server/momo/wire.ts";

export interface StreamCaps {
	rows: number;
	/** Decoded bytes of the whole array. */
	bytes: number;
	/** Bytes without a finished row. */
	rowBytes: number;
}

/** Five million rows are a thousand a day for thirteen years; a row of the specification takes about 160 bytes. */
export const DEFAULT_CAPS: StreamCaps = { rows: 5_000_000, bytes: 2_000_000_000, rowBytes: 262_144 };

export interface StreamEar {
	/** Strikes our keys out of what is kept of a line. */
	redact?: (text: string) => string;
	/** Hears the digest of all bytes once the array is whole. */
	onEnd?: ((bodyDigest: string) => void) | undefined;
}

/** A line that cannot be read comes as such. Throws ServiceError `unknown` on anything but a whole array within the caps. */
export async function* movementsIn(
	chunks: AsyncIterable<Uint8Array>,
	caps: StreamCaps,
	{ redact = (text) => text, onEnd }: StreamEar = {},
): AsyncGenerator<WireMovement | UnreadableLine> {
	const digest = createHash("sha256");
	const rows = openArrayRows();
	let count = 0;
	let bytes = 0;
	for await (const chunk of chunks) {
		bytes += chunk.length;
		digest.update(chunk);
		if (bytes > caps.bytes) throw unreadable("list_too_large");
		for (const row of rowsOf(() => rows.take(chunk))) {
			count += 1;
			if (count > caps.rows) throw unreadable("list_too_long");
			const parsed = wireMovement.safeParse(row);
			// One line that cannot be read says nothing of the others: it is set aside, and the list called incomplete.
			yield parsed.success ? parsed.data : unreadableLine(row, redact);
		}
		if (rows.pendingBytes() > caps.rowBytes) throw unreadable("line_too_long");
	}
	if (!rows.isEnded()) throw unreadable("list_broken_off");
	onEnd?.(digest.digest("hex"));
}

function rowsOf(take: () => unknown[]): unknown[] {
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
