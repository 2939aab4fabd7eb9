/** Reads the first visible sheet of an XLSX workbook. What a spreadsheet has changed is left as it changed it: the check names it. */
import { Readable } from "node:stream";
import { SaxesParser, type SaxesTagPlain } from "saxes";
import yauzl, { type Entry, type ZipFile } from "yauzl";
import { AppError } from "#server/errors.ts";

// A workbook of 10,000 rows has some 5 MB inside; more than this is no list of payouts.
const MOST_INSIDE = 100 * 1_024 * 1_024;

/** Rows without any text are dropped. Throws invalid_input (`file: unreadable`). */
export async function readWorkbook(bytes: Buffer): Promise<string[][]> {
	try {
		return await readSheet(bytes);
	} catch (cause) {
		if (cause instanceof AppError) throw cause;
		throw new AppError("invalid_input", "the workbook cannot be read", { fields: { file: "unreadable" }, cause });
	}
}

async function readSheet(bytes: Buffer): Promise<string[][]> {
	const zip = await open(bytes);
	const entries = await listEntries(zip);
	const partOf = (name: string) => entries.get(name);
	const textOf = async (name: string) => {
		const entry = partOf(name);
		return entry ? readPart(zip, entry) : "";
	};
	const sheet = sheetPath(await textOf("xl/workbook.xml"), await textOf("xl/_rels/workbook.xml.rels"));
	const shared = sharedTexts(await textOf("xl/sharedStrings.xml"));
	const dates = dateStyles(await textOf("xl/styles.xml"));
	const text = await textOf(sheet);
	if (text === "") throw new Error("no sheet");
	return sheetRows(text, { shared, dates });
}

function open(bytes: Buffer): Promise<ZipFile> {
	return new Promise((resolve, reject) => {
		yauzl.fromBuffer(bytes, { lazyEntries: true }, (error, zip) => (zip ? resolve(zip) : reject(error)));
	});
}

/** The sizes that the archive declares are checked here; yauzl refuses a part that has another size. */
function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
	return new Promise((resolve, reject) => {
		const entries = new Map<string, Entry>();
		let size = 0;
		zip.on("entry", (entry: Entry) => {
			size += entry.uncompressedSize;
			if (size > MOST_INSIDE) return reject(new Error("too much inside"));
			entries.set(entry.fileName, entry);
			zip.readEntry();
		});
		zip.on("end", () => resolve(entries));
		zip.on("error", reject);
		zip.readEntry();
	});
}

function readPart(zip: ZipFile, entry: Entry): Promise<string> {
	return new Promise((resolve, reject) => {
		zip.openReadStream(entry, (error, stream) => {
			if (!stream) return reject(error);
			const chunks: Buffer[] = [];
			Readable.from(stream)
				.on("data", (chunk: Buffer) => chunks.push(chunk))
				.on("error", reject)
				.on("end", () => resolve(Buffer.concat(chunks).toString("utf8")));
		});
	});
}

interface Handlers {
	open?: (tag: SaxesTagPlain) => void;
	text?: (text: string) => void;
	close?: (name: string) => void;
}

/** saxes has no external entities, and refuses those that a document declares. */
function walk(xml: string, handlers: Handlers): void {
	if (xml === "") return;
	const parser = new SaxesParser();
	parser.on("error", (error) => {
		throw error;
	});
	parser.on("opentag", (tag) => handlers.open?.({ ...tag, name: local(tag.name) }));
	parser.on("text", (text) => handlers.text?.(text));
	parser.on("cdata", (text) => handlers.text?.(text));
	parser.on("closetag", ({ name }) => handlers.close?.(local(name)));
	parser.write(xml).close();
}

function local(name: string): string {
	return name.slice(name.indexOf(":") + 1);
}

/** The first sheet that is not hidden. */
function sheetPath(workbook: string, relations: string): string {
	const targets = new Map<string, string>();
	walk(relations, {
		open: ({ name, attributes }) => {
			if (name === "Relationship") targets.set(attributes.Id ?? "", attributes.Target ?? "");
		},
	});
	const shown: string[] = [];
	walk(workbook, {
		open: ({ name, attributes }) => {
			if (name === "sheet" && (attributes.state ?? "visible") === "visible") shown.push(attributes["r:id"] ?? "");
		},
	});
	const target = targets.get(shown[0] ?? "") ?? "worksheets/sheet1.xml";
	return target.startsWith("/") ? target.slice(1) : `xl/${target}`;
}

function sharedTexts(xml: string): string[] {
	const texts: string[] = [];
	let text: string | null = null;
	let isShown = false;
	walk(xml, {
		open: ({ name }) => {
			if (name === "si") text = "";
			// A text's reading aid is no part of it.
			isShown = name === "t" ? text !== null : name === "rPh" ? false : isShown;
		},
		text: (part) => {
			if (isShown && text !== null) text += part;
		},
		close: (name) => {
			if (name === "t") isShown = false;
			if (name !== "si") return;
			texts.push(text ?? "");
			text = null;
		},
	});
	return texts;
}

// The built-in formats of dates and times; others are known by their letters.
const BUILT_IN_DATES = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 30, 36, 45, 46, 47, 50, 57]);

/** Places of cell styles that show a date. */
function dateStyles(xml: string): ReadonlySet<number> {
	const custom = new Set<number>();
	const dates = new Set<number>();
	let inCells = false;
	let place = 0;
	walk(xml, {
		open: ({ name, attributes }) => {
			if (name === "numFmt" && /[dmyhs]/i.test((attributes.formatCode ?? "").replace(/"[^"]*"|\[[^\]]*\]|\\./g, "")))
				custom.add(Number(attributes.numFmtId));
			if (name === "cellXfs") inCells = true;
			if (name !== "xf" || !inCells) return;
			const format = Number(attributes.numFmtId ?? 0);
			if (BUILT_IN_DATES.has(format) || custom.has(format)) dates.add(place);
			place++;
		},
		close: (name) => {
			if (name === "cellXfs") inCells = false;
		},
	});
	return dates;
}

interface Styles {
	shared: readonly string[];
	dates: ReadonlySet<number>;
}

interface Cell {
	place: number;
	type: string;
	style: number;
	value: string;
}

function sheetRows(xml: string, styles: Styles): string[][] {
	const rows: string[][] = [];
	let row: string[] = [];
	let cell: Cell | null = null;
	let isValue = false;
	walk(xml, {
		open: ({ name, attributes }) => {
			if (name === "row") row = [];
			if (name === "c") {
				const place = columnOf(attributes.r ?? "") ?? row.length;
				cell = { place, type: attributes.t ?? "n", style: Number(attributes.s ?? 0), value: "" };
			}
			if (name === "v" || name === "t") isValue = true;
		},
		text: (part) => {
			if (isValue && cell) cell.value += part;
		},
		close: (name) => {
			if (name === "v" || name === "t") isValue = false;
			if (name === "c" && cell && cell.place < 100) row[cell.place] = textOf(cell, styles);
			if (name === "c") cell = null;
			if (name !== "row") return;
			const cells = Array.from(row, (text) => (text ?? "").trim());
			if (cells.some((text) => text !== "")) rows.push(cells);
		},
	});
	return rows;
}

/** "C7" is column 2. */
function columnOf(reference: string): number | null {
	const letters = /^[A-Z]{1,3}/.exec(reference)?.[0];
	if (!letters) return null;
	return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** Of a formula the value that the person saw. A date is written as one, so that it is not taken for an amount. */
function textOf({ type, style, value }: Cell, { shared, dates }: Styles): string {
	if (type === "s") return shared[Number(value)] ?? "";
	if (type === "e") return value || "#ERROR";
	if (type === "b") return value === "1" ? "TRUE" : "FALSE";
	if (type === "n" && value !== "" && dates.has(style)) return dateText(value);
	return value;
}

/** Days since the end of 1899. */
function dateText(serial: string): string {
	const at = new Date(Math.round(Number(serial) * 86_400_000) + Date.UTC(1899, 11, 30));
	return Number.isNaN(at.getTime()) ? serial : at.toISOString().slice(0, 10);
}
