/** Finds exactly where the rows of a JSON array end. JSON.parse judges the bytes inside a row. */

export class NotAnArray extends Error {
	override readonly name = "NotAnArray";
}

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Finds where the rows begin, after the opening bracket; null for white space only. Throws NotAnArray. */
export function enterArray(bytes: Uint8Array): number | null {
	const isMarked = BYTE_ORDER_MARK.every((byte, at) => bytes[at] === byte);
	const at = whiteSpaceEnd(bytes, isMarked ? BYTE_ORDER_MARK.length : 0);
	if (at === bytes.length) return null;
	if (bytes[at] !== OPEN_LIST) throw new NotAnArray("it begins as something else");
	return at + 1;
}

/**
 * `rowsEnd`: the end of the last row that is an object or a list. The bytes must begin between two rows. Throws NotAnArray when `}` closes
 * the array.
 */
export function findRowsEnd(bytes: Uint8Array): { rowsEnd: number; isEnded: boolean; end: number } {
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

/** Returns where the white space that begins at `from` ends. Counts only JSON's white space. */
export function whiteSpaceEnd(bytes: Uint8Array, from: number): number {
	let at = from;
	while (at < bytes.length && (bytes[at] === 0x20 || bytes[at] === 0x0a || bytes[at] === 0x0d || bytes[at] === 0x09))
		at += 1;
	return at;
}
