/** The movements' array, row by row as it arrives, in flat memory whatever its length. */
import { JSONParser } from "@streamparser/json";
import { ServiceError } from "#server/errors.ts";
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
	const rows = openRows();
	let count = 0;
	let bytes = 0;
	let bytesWithoutRow = 0;
	for await (const chunk of chunks) {
		bytes += chunk.length;
		if (bytes > caps.bytes) throw unreadable("the movements are too many bytes");
		const found = rows.take(chunk);
		bytesWithoutRow = found.length > 0 ? 0 : bytesWithoutRow + chunk.length;
		if (bytesWithoutRow > caps.rowBytes) throw unreadable("a movement is too long");
		for (const row of found) {
			count += 1;
			if (count > caps.rows) throw unreadable("the movements are too many");
			yield readRow(row, count);
		}
	}
	if (!rows.isEnded()) throw unreadable("the movements broke off");
}

function openRows() {
	let found: unknown[] = [];
	let isArray = false;
	const parser = new JSONParser({ paths: ["$.*"], keepStack: false });
	parser.onValue = ({ value, key }) => {
		if (typeof key !== "number") throw unreadable("the movements are not an array");
		found.push(value);
	};
	return {
		take(chunk: Uint8Array): unknown[] {
			found = [];
			if (!isArray) isArray = opensArray(chunk);
			try {
				parser.write(chunk);
			} catch {
				throw unreadable("the movements are not a JSON array");
			}
			return found;
		},
		isEnded: () => parser.isEnded,
	};
}

/** False while there was only white space. A number or `{}` at the top would parse and hold no rows: no array, no empty wallet. */
function opensArray(chunk: Uint8Array): boolean {
	const first = chunk.find((byte) => byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09);
	if (first === undefined) return false;
	if (first === 0x5b) return true;
	throw unreadable("the movements are not a JSON array");
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
