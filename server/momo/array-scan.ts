/** The exact reading of where the rows of a JSON array end. Bytes that are no JSON inside of a row are left to JSON.parse. */

/** Thrown for bytes that are no JSON array. */
export class NotAnArray extends Error {
	override readonly name = "NotAnArray";
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Where the rows begin, after the opening bracket; null when these bytes are white space. Throws NotAnArray. */
export function enterArray(bytes: Uint8Array): number | null {
	const at = whiteSpaceEnd(bytes, 0);
	if (at === bytes.length) return null;
	if (bytes[at] !== OPEN_LIST) throw new NotAnArray("it begins as something else");
	return at + 1;
}

export interface RowsEnd {
	/** Where the last row that is an object or a list ends. */
	rowsEnd: number;
	/** The array's closing bracket was seen, at `end`. */
	isEnded: boolean;
	end: number;
}

/** Of bytes that begin between two rows. */
export function findRowsEnd(bytes: Uint8Array): RowsEnd {
	let depth = 1;
	let isInString = false;
	let rowsEnd = 0;
	for (let at = 0; at < bytes.length; at += 1) {
		const byte = bytes[at];
		if (isInString) {
			if (byte === BACKSLASH) at += 1;
			else if (byte === QUOTE) isInString = false;
		} else if (byte === QUOTE) isInString = true;
		else if (byte === OPEN_OBJECT || byte === OPEN_LIST) depth += 1;
		else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
			depth -= 1;
			if (depth === 1) rowsEnd = at + 1;
			if (depth > 0) continue;
			if (byte !== CLOSE_LIST) throw new NotAnArray("it ends as an object");
			return { rowsEnd, isEnded: true, end: at };
		}
	}
	return { rowsEnd, isEnded: false, end: bytes.length };
}

/** JSON's own white space alone. */
export function whiteSpaceEnd(bytes: Uint8Array, from: number): number {
	let at = from;
	while (at < bytes.length && (bytes[at] === 0x20 || bytes[at] === 0x0a || bytes[at] === 0x0d || bytes[at] === 0x09))
		at += 1;
	return at;
}
