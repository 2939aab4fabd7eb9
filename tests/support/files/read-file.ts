/** Reads downloads: bytes, cells, and the parts of a workbook as spreadsheet programs read them. */
import { inflateRawSync } from "node:zlib";

export async function readBytes(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
	const parts: Uint8Array[] = [];
	for await (const chunk of chunks) parts.push(chunk);
	return Buffer.concat(parts);
}

/** Cells of a CSV by RFC 4180 with the given separator, heading first. */
export function parseCsv(text: string, mark: "," | ";"): string[][] {
	const cell = mark === "," ? /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n)/y : /("(?:[^"]|"")*"|[^";\r\n]*)(;|\r\n)/y;
	const rows: string[][] = [];
	let row: string[] = [];
	cell.lastIndex = text.startsWith("\uFEFF") ? 1 : 0;
	while (cell.lastIndex < text.length) {
		const at = cell.lastIndex;
		const [, found = "", end] = cell.exec(text) ?? [];
		if (end === undefined) throw new Error(`no cell at ${JSON.stringify(text.slice(at, at + 40))}`);
		row.push(found.startsWith('"') ? found.slice(1, -1).replaceAll('""', '"') : found);
		if (end !== "\r\n") continue;
		rows.push(row);
		row = [];
	}
	return rows;
}

export async function readCsv(chunks: AsyncIterable<Uint8Array>, mark: "," | ";" = ","): Promise<string[][]> {
	return parseCsv((await readBytes(chunks)).toString("utf8"), mark);
}

export interface SheetCell {
	/** Text or number; empty for an empty cell. */
	value: string;
	formula: string | null;
	style: number;
}

/** Cells of a sheet by their references; a missing row is empty. */
export async function readXlsx(chunks: AsyncIterable<Uint8Array>): Promise<SheetCell[][]> {
	return readSheet(await readBytes(chunks), 1);
}

export function readSheet(workbook: Buffer, number: number): SheetCell[][] {
	const xml = unzip(workbook).get(`xl/worksheets/sheet${number}.xml`) ?? "";
	const rows: SheetCell[][] = [];
	for (const [, line, cells = ""] of xml.matchAll(/<row r="(\d+)">(.*?)<\/row>/gs)) {
		while (rows.length < Number(line) - 1) rows.push([]);
		const row: SheetCell[] = [];
		for (const [, letters = "", own, style, inner = ""] of cells.matchAll(CELL)) {
			if (own !== line) throw new Error(`a cell of row ${own} in row ${line}`);
			while (row.length < placeOf(letters)) row.push({ value: "", formula: null, style: 0 });
			const value = /<(?:v|t xml:space="preserve")>(.*?)<\/(?:v|t)>/s.exec(inner)?.[1] ?? "";
			const formula = /<f>(.*?)<\/f>/s.exec(inner)?.[1] ?? null;
			row.push({ value: plain(value), formula, style: Number(style ?? 0) });
		}
		rows.push(row);
	}
	return rows;
}

const CELL = /<c r="([A-Z]+)(\d+)"(?: s="(\d+)")?(?: t="inlineStr")?>(.*?)<\/c>/gs;

/** A is 0, AA is 26. */
function placeOf(letters: string): number {
	return [...letters].reduce((place, letter) => place * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function plain(xml: string): string {
	return xml.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
}

/** Uses the central directory, as spreadsheet programs do. */
export function unzip(archive: Buffer): Map<string, string> {
	const end = archive.length - 22;
	if (archive.readUInt32LE(end) !== 0x06054b50) throw new Error("no end of a directory");
	const parts = new Map<string, string>();
	let at = archive.readUInt32LE(end + 16);
	for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
		if (archive.readUInt32LE(at) !== 0x02014b50) throw new Error("no entry of a directory");
		const [packed, length, nameLength] = [
			archive.readUInt32LE(at + 20),
			archive.readUInt32LE(at + 24),
			archive.readUInt16LE(at + 28),
		];
		const start = archive.readUInt32LE(at + 42) + 30 + nameLength;
		const content = inflateRawSync(archive.subarray(start, start + packed));
		if (content.length !== length) throw new Error("an entry of another length");
		parts.set(archive.toString("ascii", at + 46, at + 46 + nameLength), content.toString("utf8"));
		at += 46 + nameLength;
	}
	return parts;
}
