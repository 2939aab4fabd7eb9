/**
 * Reads a workbook as a spreadsheet program does, with yauzl and saxes, which share nothing with the program that writes it: kinds of
 * cells by their number formats, frozen rows, formulas, names of sheets.
 */
import { buffer } from "node:stream/consumers";
import { SaxesParser, type SaxesTagPlain } from "saxes";
import yauzl, { type Entry, type ZipFile } from "yauzl";

export interface BookCell {
	kind: "text" | "number" | "date";
	/** A date as "2026-03-01" or "2026-03-01 10:00:02"; a number as its stored digits. */
	value: string;
	formula: string | null;
	bold: boolean;
}

export interface BookSheet {
	name: string;
	/** Rows that stay while the others scroll. */
	frozenRows: number;
	/** Placed by their references; a missing cell is an empty text, and a missing row is empty. */
	rows: BookCell[][];
}

/** Throws on a workbook that is not well-formed, or whose parts are not where it declares them. */
export async function readBook(bytes: Buffer): Promise<BookSheet[]> {
	const parts = await unpack(bytes);
	const part = (name: string) => parts.get(name) ?? fail(`no part ${name}`);
	const targets = new Map(
		tagsOf(part("xl/_rels/workbook.xml.rels"), "Relationship").map(({ Id, Target }) => [Id, Target]),
	);
	const styles = stylesOf(part("xl/styles.xml"));
	return tagsOf(part("xl/workbook.xml"), "sheet").map((sheet) => {
		const xml = part(`xl/${targets.get(sheet["r:id"] ?? "") ?? fail("a sheet without its part")}`);
		const [pane] = tagsOf(xml, "pane");
		const frozenRows = pane?.state === "frozen" ? Number(pane.ySplit) : 0;
		return { name: sheet.name ?? "", frozenRows, rows: rowsOf(xml, styles) };
	});
}

/** The rows of its first sheet. */
export async function readRows(chunks: AsyncIterable<Uint8Array>): Promise<BookCell[][]> {
	return (await readBook(await buffer(chunks)))[0]?.rows ?? fail("no sheet");
}

function fail(text: string): never {
	throw new Error(text);
}

/** Its parts by their names, in the order of the directory. */
export async function unpack(bytes: Buffer): Promise<Map<string, string>> {
	const zip = await new Promise<ZipFile>((resolve, reject) => {
		yauzl.fromBuffer(bytes, { lazyEntries: true }, (error, file) => (file ? resolve(file) : reject(error)));
	});
	const entries = await new Promise<Entry[]>((resolve, reject) => {
		const found: Entry[] = [];
		zip.on("entry", (entry: Entry) => {
			found.push(entry);
			zip.readEntry();
		});
		zip.on("end", () => resolve(found)).on("error", reject);
		zip.readEntry();
	});
	const parts = new Map<string, string>();
	for (const entry of entries) {
		const stream = await new Promise<NodeJS.ReadableStream>((resolve, reject) => {
			zip.openReadStream(entry, (error, opened) => (opened ? resolve(opened) : reject(error)));
		});
		parts.set(entry.fileName, (await buffer(stream)).toString("utf8"));
	}
	return parts;
}

type Attributes = SaxesTagPlain["attributes"];
interface Handlers {
	open?(name: string, attributes: Attributes): void;
	text?(text: string): void;
	close?(name: string): void;
}

function walk(xml: string, handlers: Handlers): void {
	const parser = new SaxesParser();
	parser.on("error", (error) => fail(error.message));
	parser.on("opentag", ({ name, attributes }) => handlers.open?.(name, attributes));
	parser.on("text", (text) => handlers.text?.(text));
	parser.on("closetag", ({ name }) => handlers.close?.(name));
	parser.write(xml).close();
}

function tagsOf(xml: string, wanted: string): Attributes[] {
	const found: Attributes[] = [];
	walk(xml, {
		open(name, attributes) {
			if (name === wanted) found.push(attributes);
		},
	});
	return found;
}

interface Style {
	isDate: boolean;
	bold: boolean;
}

/** The cell formats in their order, with number format and font. */
function stylesOf(xml: string): Style[] {
	const formats = new Map(tagsOf(xml, "numFmt").map(({ numFmtId, formatCode }) => [numFmtId, formatCode ?? ""]));
	const [bolds, styles]: [boolean[], Style[]] = [[], []];
	let isInCells = false;
	walk(xml, {
		open(name, { numFmtId = "", fontId }) {
			if (name === "font") bolds.push(false);
			if (name === "b") bolds[bolds.length - 1] = true;
			if (name === "cellXfs") isInCells = true;
			if (name !== "xf" || !isInCells) return;
			const isDate = /[ymd]/i.test(formats.get(numFmtId) ?? "") || (Number(numFmtId) >= 14 && Number(numFmtId) <= 22);
			styles.push({ isDate, bold: bolds[Number(fontId)] ?? false });
		},
		close(name) {
			if (name === "cellXfs") isInCells = false;
		},
	});
	return styles;
}

function rowsOf(xml: string, styles: readonly Style[]): BookSheet["rows"] {
	const rows: BookSheet["rows"] = [];
	let cell: { at: string; type: string | undefined; style: Style; value: string; formula: string } | null = null;
	let into: "value" | "formula" | null = null;
	walk(xml, {
		open(name, { r = "", t, s = "0" }) {
			if (name === "c") cell = { at: r, type: t, style: styles[Number(s)] ?? fail("no style"), value: "", formula: "" };
			into = name === "v" || name === "t" ? "value" : name === "f" ? "formula" : null;
		},
		text(text) {
			if (cell && into) cell[into] += text;
		},
		close(name) {
			into = null;
			if (name !== "c" || !cell) return;
			place(rows, cell.at, {
				kind: cell.type === "inlineStr" ? "text" : cell.style.isDate ? "date" : "number",
				value: cell.type !== "inlineStr" && cell.style.isDate ? dateOf(cell.value) : cell.value,
				formula: cell.formula || null,
				bold: cell.style.bold,
			});
			cell = null;
		},
	});
	return rows;
}

function place(rows: BookSheet["rows"], at: string, cell: BookCell): void {
	const [, letters = "", line = ""] = /^([A-Z]+)(\d+)$/.exec(at) ?? fail(`no place ${at}`);
	const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
	while (rows.length < Number(line)) rows.push([]);
	const row = rows[Number(line) - 1] ?? fail("no row");
	while (row.length <= column) row.push({ kind: "text", value: "", formula: null, bold: false });
	row[column] = cell;
}

/** Days since 30 December 1899, to the second. */
function dateOf(days: string): string {
	const ms = Math.round(Number(days) * 86_400) * 1_000 - 2_209_161_600_000;
	const [day = "", time = ""] = new Date(ms).toISOString().slice(0, 19).split("T");
	return time === "00:00:00" ? day : `${day} ${time}`;
}
