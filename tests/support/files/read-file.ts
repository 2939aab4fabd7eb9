import { buffer } from "node:stream/consumers";

/** Reads downloads: their bytes, and the cells of a CSV. */
export function readBytes(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
	return buffer(chunks);
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
