/** Reads the first visible sheet of an XLSX workbook. What a spreadsheet has changed is left as it changed it: the check names it. */
import { MOST_CELL, MOST_ROWS } from "#lib/batches/batch-states.ts";
import type { Table, TableNotes } from "#lib/contracts/batch.ts";
import { AppError } from "#server/errors.ts";
import { openParts, type WalkPart } from "#server/spreadsheets/workbook-parts.ts";

const MOST_COLUMNS = 50;
/** Of all cells together: a text that many cells share counts each time. */
const MOST_TEXT = 10 * 1_024 * 1_024;
const MOST_SHARED = 200_000;

/** Rows without any text are dropped; at most one row more than a batch has. Throws invalid_input (`file: unreadable`). */
export async function readWorkbook(bytes: Buffer): Promise<Table> {
	try {
		return await readSheet(await openParts(bytes));
	} catch (cause) {
		if (cause instanceof AppError) throw cause;
		throw new AppError("invalid_input", "the workbook cannot be read", { fields: { file: "unreadable" }, cause });
	}
}

async function readSheet(walk: WalkPart): Promise<Table> {
	const { path, ...names } = await findSheet(walk);
	const shared = await readSharedTexts(walk);
	const dates = await readDateStyles(walk);
	const { rows, isThere, ...hidden } = await readRows(walk, path, { shared, dates });
	if (!isThere) throw new Error("no sheet");
	return { rows, notes: { ...names, ...hidden } };
}

/** The first sheet that is not hidden, and the names of the others. */
async function findSheet(walk: WalkPart): Promise<{ path: string } & Pick<TableNotes, "sheet" | "otherSheets">> {
	const targets = new Map<string, string>();
	await walk("xl/_rels/workbook.xml.rels", {
		open: ({ name, attributes }) => {
			if (name === "Relationship") targets.set(attributes.Id ?? "", attributes.Target ?? "");
		},
	});
	const shown: { id: string; name: string }[] = [];
	await walk("xl/workbook.xml", {
		open: ({ name, attributes }) => {
			const [, id = ""] = Object.entries(attributes).find(([key]) => /:id$/.test(key)) ?? [];
			if (name === "sheet" && (attributes.state ?? "visible") === "visible")
				shown.push({ id, name: cut(attributes.name ?? "") });
		},
	});
	const [first, ...others] = shown;
	const target = targets.get(first?.id ?? "") ?? "worksheets/sheet1.xml";
	const path = target.startsWith("/") ? target.slice(1) : `xl/${target}`;
	return { path, sheet: first?.name ?? null, otherSheets: others.map(({ name }) => name) };
}

async function readSharedTexts(walk: WalkPart): Promise<string[]> {
	const texts: string[] = [];
	let text: string | null = null;
	let isShown = false;
	// A text's reading aid (rPh) is no part of it.
	let isAid = false;
	await walk("xl/sharedStrings.xml", {
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

// The built-in formats of dates and times; others are known by their letters.
const BUILT_IN_DATES = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 30, 36, 45, 46, 47, 50, 57]);

/** Places of cell styles that show a date. */
async function readDateStyles(walk: WalkPart): Promise<ReadonlySet<number>> {
	const custom = new Set<number>();
	const dates = new Set<number>();
	let inCells = false;
	let place = 0;
	await walk("xl/styles.xml", {
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
			if (name === "c" && cell && cell.place < MOST_COLUMNS) {
				const text = textOf(cell, styles).trim();
				size += text.length;
				row[cell.place] = text;
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

/** Hidden columns up to the end of the sheet are no columns of the list. */
function columnsOf({ min, max }: Record<string, string>): number {
	return Number(min) > MOST_COLUMNS ? 0 : Math.min(MOST_COLUMNS, Number(max)) - Number(min) + 1;
}

/** "C7" is column 2. */
function columnOf(reference: string): number | null {
	const letters = /^[A-Z]{1,3}/.exec(reference)?.[0];
	if (!letters) return null;
	return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function cut(text: string): string {
	return text.length > MOST_CELL ? text.slice(0, MOST_CELL) : text;
}

/** Of a formula the value that the person saw. A date is written as one, so that it is not taken for an amount. */
function textOf({ type, style, value }: Cell, { shared, dates }: Styles): string {
	if (type === "s") return shared[Number(value)] ?? "";
	if (type === "e") return value || "#ERROR";
	if (type === "b") return value === "1" ? "TRUE" : "FALSE";
	if (type === "n" && value !== "") return dates.has(style) ? dateText(value) : numberText(value);
	return value;
}

/**
 * As a spreadsheet shows it, with 15 digits. A number with three decimals has a fourth: "750.375" as a text may be 750,375, which
 * this number is not.
 */
function numberText(value: string): string {
	if (!/^-?\d+\.\d+$/.test(value)) return value;
	const shown = Number(value)
		.toPrecision(15)
		.replace(/\.?0+$/, "");
	return /\.\d{3}$/.test(shown) ? `${shown}0` : shown;
}

/** Days since the end of 1899. */
function dateText(serial: string): string {
	const at = new Date(Math.round(Number(serial) * 86_400_000) + Date.UTC(1899, 11, 30));
	return Number.isNaN(at.getTime()) ? serial : at.toISOString().slice(0, 10);
}
