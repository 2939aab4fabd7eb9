/** Reads references from pasted or uploaded text: one per line, or a column of a table. */
import Papa from "papaparse";
import { isReference } from "#lib/paths.ts";

export interface ReferenceList {
	/** Unique, in the order of the text. */
	references: string[];
	/** Lines without a valid reference: their number from 1, and the invalid text or the whole row. */
	faults: { line: number; text: string }[];
	/** The number of skipped repeats. */
	repeated: number;
	/** The heading of the column that was read; null without headings. */
	column: string | null;
}

/** The heading is searched in this many lines; lines above it are reported as faults. */
const MOST_TITLES = 10;

/**
 * If the first line, or a later line of several cells, has a heading "reference" (or réf., ref, transaction reference …), reads that
 * column. Otherwise reads the first column, or every word of a single line.
 */
export function readReferenceList(text: string): ReferenceList {
	const rows = rowsOf(text.replace(/^\uFEFF/, "").replaceAll(/\r\n?/g, "\n"));
	const head = rows
		.slice(0, MOST_TITLES)
		.findIndex(({ cells }, place) => (place === 0 || cells.length > 1) && cells.some(isColumnOfReferences));
	const headings = rows[head]?.cells ?? [];
	const column = headings.findIndex(isColumnOfReferences);
	const result: ReferenceList = { references: [], faults: [], repeated: 0, column: headings[column] ?? null };
	const seen = new Set<string>();
	const take = (text: string, line: number) => {
		if (text === "") return;
		if (seen.has(text)) {
			result.repeated += 1;
			return;
		}
		seen.add(text);
		if (isReference(text)) result.references.push(text);
		else result.faults.push({ line, text: text });
	};
	for (const { line, text } of rows.slice(0, Math.max(head, 0))) result.faults.push({ line, text });
	for (const row of rows.slice(head + 1)) {
		const cell = row.cells[Math.max(column, 0)] ?? "";
		if (rows.length === 1) for (const text of row.text.split(/[\s,;|]+/)) take(unquoted(text), row.line);
		// A row with an empty cell is reported whole, so that no input disappears.
		else if (cell === "") result.faults.push({ line: row.line, text: row.text });
		else take(cell, row.line);
	}
	return result;
}

const NAMES =
	/^((transaction|payment|service|operator)s?)?(reference|ref)(de)?(la)?(transaction|paiement|operation|number|no|id)?$/;

/** Text with a digit, such as "REF-2026-1", is a reference and no heading. */
function isColumnOfReferences(heading: string): boolean {
	return !/\d/.test(heading) && NAMES.test(plain(heading));
}

/** Removes accents, case and punctuation: "Réf. transaction" becomes "reftransaction". */
function plain(text: string): string {
	return text
		.normalize("NFD")
		.toLowerCase()
		.replace(/[^a-z]/g, "");
}

interface Row {
	/** The first line of the row, from 1. */
	line: number;
	text: string;
	cells: string[];
}

const SEPARATORS = ["\t", ";", ",", "|"];

/** Rows that are not blank. The heading decides the separator, else the first row. */
function rowsOf(text: string): Row[] {
	const lines = text.split("\n");
	const filledLines = lines.filter((line) => line.trim() !== "");
	const isHeading = (line: string) => SEPARATORS.some((sign) => line.split(sign).some(isColumnOfReferences));
	const first = filledLines.slice(0, MOST_TITLES).find(isHeading) ?? filledLines[0];
	const separator = SEPARATORS.find((sign) => first?.includes(sign));
	if (separator !== undefined) return tableRows(text, separator);
	return filled(lines.map((line, index) => ({ line: index + 1, text: line, cells: [line] })));
}

/** Cells as spreadsheets write them: quoted cells may contain separators and line breaks. */
function tableRows(text: string, delimiter: string, fastMode?: true): Row[] {
	const rows: Row[] = [];
	let [line, from] = [1, 0];
	let isBroken = false;
	Papa.parse<string[]>(text, {
		delimiter,
		newline: "\n",
		fastMode,
		step({ data: cells, errors, meta }, parser) {
			isBroken = errors.length > 0;
			if (isBroken) return parser.abort();
			const whole = text.slice(from, meta.cursor);
			rows.push({ line, text: whole, cells });
			line += whole.split("\n").length - 1;
			from = meta.cursor;
		},
	});
	// An unclosed quote is plain text: it must not swallow the following lines.
	return isBroken ? tableRows(text, delimiter, true) : filled(rows);
}

function filled(rows: readonly Row[]): Row[] {
	return rows
		.filter(({ text }) => text.trim() !== "")
		.map(({ line, text, cells }) => ({ line, text: text.trim(), cells: cells.map(unquoted) }));
}

function unquoted(text: string): string {
	return text
		.trim()
		.replace(/^"(.*)"$/s, "$1")
		.replaceAll('""', '"')
		.trim();
}
