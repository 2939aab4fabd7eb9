import { MOST_CELL, MOST_ROWS } from "#lib/batches/batch-states.ts";
import type { Table, TableNotes } from "#lib/contracts/batch.ts";
import { cleanCell, cutCell } from "#lib/text/clean-cell.ts";
import { decodeText, readTable } from "#lib/text/read-table.ts";
import { AppError } from "#server/errors.ts";
import { numberText, readFormat } from "#server/spreadsheets/number-formats.ts";
import { openParts, type WalkPart } from "#server/spreadsheets/workbook-parts.ts";

const MOST_BYTES = 5 * 1_024 * 1_024;

/**
 * Reads the cells of a CSV file, or of an XLSX workbook's first visible sheet, as text. A cell longer than any field is cut: the check
 * reports it. Throws too_large, invalid_input (`file`: empty, too_many_rows, too_many_columns, unreadable, encrypted, unclosed_quote).
 */
export async function readSpreadsheet(bytes: Uint8Array): Promise<Table> {
	if (bytes.length > MOST_BYTES) throw new AppError("too_large", "the file is larger than 5 MB");
	const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
	const { rows, notes, separator } = isZip(buffer) ? await readWorkbook(buffer) : readText(buffer);
	if (rows.length === 0) throw new AppError("invalid_input", "no rows", { fields: { file: "empty" } });
	if (rows.length > MOST_ROWS + 1)
		throw new AppError("invalid_input", "too many rows", { fields: { file: "too_many_rows" } });
	if (rows.some((row) => row.length > MOST_COLUMNS && row.slice(MOST_COLUMNS).some((cell) => cell !== "")))
		throw new AppError("invalid_input", "too many columns", { fields: { file: "too_many_columns" } });
	const cutRow = (row: readonly string[]) => row.slice(0, MOST_COLUMNS).map((cell) => cutCell(cell, MOST_CELL));
	return { rows: rows.map(cutRow), notes, separator };
}

function isZip(bytes: Buffer): boolean {
	return bytes.subarray(0, 4).equals(Buffer.from([0x50, 0x4b, 0x03, 0x04]));
}

// The first bytes of a file in the older Excel format, and of a workbook with a password.
const COMPOUND_FILE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);

// Control characters, or the beginning of a web page or an XML file.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are looked for
const NO_TABLE = /[\0-\x08\x0e-\x1f]|^\s*<(?:[?!]|html|head|meta|table)/i;

function readText(bytes: Buffer): Table {
	if (bytes.subarray(0, 4).equals(COMPOUND_FILE))
		throw new AppError("invalid_input", "an old or encrypted workbook", { fields: { file: "encrypted" } });
	const text = decodeText(bytes);
	if (NO_TABLE.test(text)) throw new AppError("invalid_input", "no text file", { fields: { file: "unreadable" } });
	const { rows, quote, separator } = readTable(text);
	if (quote !== null)
		throw new AppError("invalid_input", `row ${quote} opens a quote`, { fields: { file: "unclosed_quote" } });
	return { rows, separator, notes: { sheet: null, otherSheets: [], hiddenRows: 0, hiddenColumns: 0 } };
}

/** Payroll books have dozens of columns, with the net amount among the last. */
const MOST_COLUMNS = 200;
/** Maximum number of characters in all cells together; a text that many cells share counts each time. */
const MOST_TEXT = 10 * 1_024 * 1_024;
const MOST_SHARED = 200_000;

/**
 * Drops empty rows; stops one row after a heading and a full batch. Repairs no value that a spreadsheet program changed. Throws
 * invalid_input (`file`: `unreadable`, `too_many_columns`).
 */
async function readWorkbook(bytes: Buffer): Promise<Table> {
	try {
		return await readSheet(await openParts(bytes));
	} catch (cause) {
		if (cause instanceof AppError) throw cause;
		throw new AppError("invalid_input", "the workbook cannot be read", { fields: { file: "unreadable" }, cause });
	}
}

async function readSheet(walk: WalkPart): Promise<Table> {
	const parts = await findParts(walk);
	const { path, isSince1904, ...names } = await findSheet(walk, parts);
	const shared = await readSharedTexts(walk, parts.partOf("sharedStrings") ?? "xl/sharedStrings.xml");
	const formats = await readFormats(walk, parts.partOf("styles") ?? "xl/styles.xml", isSince1904);
	const { rows, isThere, ...hidden } = await readRows(walk, path, { shared, formats });
	if (!isThere) throw new Error("no sheet");
	const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
	const even = rows.map((row) => [...row, ...Array<string>(width - row.length).fill("")]);
	return { rows: even, separator: null, notes: { ...names, ...hidden } };
}

interface Related {
	id: string;
	kind: string;
	part: string;
}

/** Programs name the parts freely ("xl/workbook22.xml", "/sharedStrings.xml"), so the parts are found by their relationships. */
async function findParts(walk: WalkPart) {
	const [book] = (await readRelations(walk, "")).filter(({ kind }) => kind === "officeDocument");
	const workbook = book?.part ?? "xl/workbook.xml";
	const related = await readRelations(walk, workbook);
	return { workbook, related, partOf: (kind: string) => related.find((one) => one.kind === kind)?.part };
}

async function readRelations(walk: WalkPart, of: string): Promise<Related[]> {
	const related: Related[] = [];
	await walk(of.replace(/[^/]*$/, "_rels/$&.rels"), {
		open({ name, attributes: { Id: id = "", Type: type = "", Target: target = "" } }) {
			if (name !== "Relationship") return;
			const { pathname } = new URL(target, `file:///${of}`);
			related.push({ id, kind: type.slice(type.lastIndexOf("/") + 1), part: decodeURI(pathname.slice(1)) });
		},
	});
	return related;
}

/** Finds the first visible sheet, and the names of the other visible ones. A sheet that is a chart has no cells and is skipped. */
async function findSheet(
	walk: WalkPart,
	{ workbook, related }: Awaited<ReturnType<typeof findParts>>,
): Promise<{ path: string; isSince1904: boolean } & Pick<TableNotes, "sheet" | "otherSheets">> {
	const shown: { part: string | undefined; name: string }[] = [];
	let isSince1904 = false;
	await walk(workbook, {
		open: ({ name, attributes }) => {
			if (name === "workbookPr") isSince1904 = isTrue(attributes.date1904);
			if (name !== "sheet" || (attributes.state ?? "visible") !== "visible") return;
			const [, id] = Object.entries(attributes).find(([key]) => /:id$/.test(key)) ?? [];
			const { kind, part } = related.find((one) => one.id === id) ?? {};
			if (kind !== "chartsheet") shown.push({ part, name: cut(attributes.name ?? "") });
		},
	});
	const [first, ...others] = shown;
	const path = first?.part ?? "xl/worksheets/sheet1.xml";
	return { path, isSince1904, sheet: first?.name ?? null, otherSheets: others.map(({ name }) => name) };
}

async function readSharedTexts(walk: WalkPart, path: string): Promise<string[]> {
	const texts: string[] = [];
	let text: string | null = null;
	let isShown = false;
	// A phonetic guide (rPh) is not part of the text.
	let isAid = false;
	await walk(path, {
		open: ({ name }) => {
			if (name === "si") text = "";
			if (name === "rPh") isAid = true;
			if (name === "t") isShown = text !== null && !isAid;
		},
		text: (part) => {
			if (isShown && text !== null) text = cut(text + part);
		},
		close: (name) => {
			if (name === "t") isShown = false;
			if (name === "rPh") isAid = false;
			if (name !== "si") return;
			if (texts.push(text ?? "") > MOST_SHARED) throw new Error("too many texts");
			text = null;
		},
	});
	return texts;
}

type Formats = readonly ReturnType<typeof readFormat>[];

async function readFormats(walk: WalkPart, path: string, isSince1904: boolean): Promise<Formats> {
	const codes = new Map<number, string>();
	const formats: ReturnType<typeof readFormat>[] = [];
	let inCells = false;
	await walk(path, {
		open: ({ name, attributes }) => {
			if (name === "numFmt") codes.set(Number(attributes.numFmtId), attributes.formatCode ?? "");
			if (name === "cellXfs") inCells = true;
			if (name !== "xf" || !inCells) return;
			const id = Number(attributes.numFmtId ?? 0);
			formats.push(readFormat(id, codes.get(id), isSince1904));
		},
		close: (name) => {
			if (name === "cellXfs") inCells = false;
		},
	});
	return formats;
}

interface Styles {
	shared: readonly string[];
	formats: Formats;
}

interface Cell {
	place: number;
	type: string;
	style: number;
	value: string;
}

const TOO_WIDE = { file: "too_many_columns" };

async function readRows(walk: WalkPart, path: string, styles: Styles) {
	const found = { rows: [] as string[][], isThere: false, hiddenRows: 0, hiddenColumns: 0 };
	let row: string[] = [];
	let isHidden = false;
	let cell: Cell | null = null;
	let isValue = false;
	let size = 0;
	await walk(path, {
		open: ({ name, attributes }) => {
			found.isThere = true;
			if (name === "col" && isTrue(attributes.hidden)) found.hiddenColumns += columnsOf(attributes);
			if (name === "row") {
				row = [];
				isHidden = isTrue(attributes.hidden);
			}
			if (name === "c") {
				const place = columnOf(attributes.r ?? "") ?? row.length;
				cell = { place, type: attributes.t ?? "n", style: Number(attributes.s ?? 0), value: "" };
			}
			if (name === "v" || name === "t") isValue = true;
		},
		text: (part) => {
			if (isValue && cell) cell.value = cut(cell.value + part);
		},
		close: (name) => {
			if (name === "v" || name === "t") isValue = false;
			if (name === "c" && cell) {
				const text = textOf(cell, styles);
				size += text.length;
				if (cell.place < MOST_COLUMNS) row[cell.place] = text;
				else if (text !== "") throw new AppError("invalid_input", "too many columns", { fields: TOO_WIDE });
			}
			if (name === "c") cell = null;
			if (name !== "row") return;
			if (size > MOST_TEXT) throw new Error("too much text");
			const cells = Array.from(row, (text) => text ?? "");
			if (!cells.some((text) => text !== "")) return;
			if (isHidden) found.hiddenRows++;
			return found.rows.push(cells) < MOST_ROWS + 2;
		},
	});
	return found;
}

function isTrue(attribute: string | undefined): boolean {
	return attribute === "1" || attribute === "true";
}

/** Counts hidden columns within `MOST_COLUMNS`: columns hidden up to the end of the sheet are not columns of the list. */
function columnsOf({ min, max }: Record<string, string>): number {
	return Number(min) > MOST_COLUMNS ? 0 : Math.min(MOST_COLUMNS, Number(max)) - Number(min) + 1;
}

/** Returns the column of a reference, counted from zero: 2 for "C7"; null without a letter. */
function columnOf(reference: string): number | null {
	const letters = /^[A-Z]{1,3}/.exec(reference)?.[0];
	if (!letters) return null;
	return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function cut(text: string): string {
	return text.length > MOST_CELL ? text.slice(0, MOST_CELL) : text;
}

/** Returns a cell's text; for a formula, the value that the person saw. */
function textOf({ type, style, value }: Cell, { shared, formats }: Styles): string {
	if (type === "s") return cleanCell(plainText(shared[Number(value)] ?? ""));
	if (type === "e") return value || "#ERROR";
	if (type === "b") return value === "1" ? "TRUE" : "FALSE";
	if (type === "n" && value !== "") return cleanCell((formats[style] ?? numberText)(value));
	return cleanCell(plainText(value));
}

/** Decodes escaped characters: a workbook writes a line break as "_x000D_". */
function plainText(text: string): string {
	return text.replace(/_x([0-9A-F]{4})_/g, (_sign, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
