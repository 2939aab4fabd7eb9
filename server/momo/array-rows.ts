/**
 * The rows of a JSON array whose bytes arrive in pieces. Finds where rows end and leaves reading them to JSON.parse,
 * which is several times faster than a parser written in JavaScript; what it would refuse as a whole is refused here too.
 */

/** Thrown for bytes that are no JSON array. */
export class NotAnArray extends Error {
	override readonly name = "NotAnArray";
}

export interface ArrayRows {
	/** The rows that these bytes complete. Throws NotAnArray. */
	take(chunk: Uint8Array): unknown[];
	/** Bytes of the row that is not whole yet. */
	pendingBytes(): number;
	/** The closing bracket was seen. */
	isEnded(): boolean;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

export function openArrayRows(): ArrayRows {
	const place: Place = { depth: 0, isInString: false, isEscaped: false, isEnded: false };
	let isFirst = true;
	let pending: Uint8Array[] = [];
	let pendingLength = 0;

	function parse(last: Uint8Array): unknown[] {
		const text = Buffer.concat([...pending, last]).toString("utf8");
		// JSON's own white space: trim() would also swallow what JSON refuses.
		const begin = text.search(/[^ \t\r\n]/);
		pending = [];
		pendingLength = 0;
		if (begin === -1) return [];
		if (!isFirst && text.charCodeAt(begin) !== COMMA) throw new NotAnArray("no comma between two rows");
		const rows = parseList(isFirst ? text : text.slice(begin + 1));
		if (rows.length === 0) throw new NotAnArray("a comma without a row");
		isFirst = false;
		return rows;
	}

	return {
		take(chunk) {
			if (place.isEnded) return nothingBut(chunk, 0);
			const from = place.depth === 0 ? enter(place, chunk) : 0;
			const to = findRowsEnd(place, chunk, from);
			const rows = to > from || place.isEnded ? parse(chunk.subarray(from, to)) : [];
			if (place.isEnded) return nothingBut(chunk, to + 1, rows);
			if (to < chunk.length) {
				pending.push(chunk.subarray(to));
				pendingLength += chunk.length - to;
			}
			return rows;
		},
		pendingBytes: () => pendingLength,
		isEnded: () => place.isEnded,
	};
}

/** Where in the text the last byte left us. Depth 1 is between the rows. */
interface Place {
	depth: number;
	isInString: boolean;
	isEscaped: boolean;
	isEnded: boolean;
}

/** Over the opening bracket, when it is in these bytes; returns where the rows begin. */
function enter(place: Place, chunk: Uint8Array): number {
	const at = afterWhiteSpace(chunk, 0);
	if (at === chunk.length) return at;
	if (chunk[at] !== OPEN_LIST) throw new NotAnArray("it begins as something else");
	place.depth = 1;
	return at + 1;
}

/** Moves over the bytes from `from`; returns where the last whole row ends, or where the array's closing bracket is. */
function findRowsEnd(place: Place, chunk: Uint8Array, from: number): number {
	let { depth, isInString, isEscaped } = place;
	let rowsEnd = from;
	for (let at = from; at < chunk.length; at += 1) {
		const byte = chunk[at];
		if (isInString) {
			if (isEscaped) isEscaped = false;
			else if (byte === BACKSLASH) isEscaped = true;
			else if (byte === QUOTE) isInString = false;
		} else if (byte === QUOTE) isInString = true;
		else if (byte === OPEN_OBJECT || byte === OPEN_LIST) depth += 1;
		else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
			depth -= 1;
			if (depth === 1) rowsEnd = at + 1;
			if (depth > 0) continue;
			if (byte !== CLOSE_LIST) throw new NotAnArray("it ends as an object");
			place.isEnded = true;
			return at;
		}
	}
	Object.assign(place, { depth, isInString, isEscaped });
	return rowsEnd;
}

function parseList(text: string): unknown[] {
	try {
		return JSON.parse(`[${text}]`);
	} catch {
		throw new NotAnArray("a row that is no JSON");
	}
}

function nothingBut(chunk: Uint8Array, from: number, rows: unknown[] = []): unknown[] {
	if (afterWhiteSpace(chunk, from) !== chunk.length) throw new NotAnArray("it goes on after its end");
	return rows;
}

function afterWhiteSpace(chunk: Uint8Array, from: number): number {
	let at = from;
	while (at < chunk.length && (chunk[at] === 0x20 || chunk[at] === 0x0a || chunk[at] === 0x0d || chunk[at] === 0x09))
		at += 1;
	return at;
}
