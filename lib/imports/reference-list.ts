/** Reads references from pasted or uploaded text: one per line, or a column of a table. */
import Papa from "papaparse";
import { isReference } from "#lib/paths.ts";

export interface ReferenceList {
	/** Unique, in the order of the text. */
	references: string[];
	/** Lines without a valid reference. `line`: from 1; `text`: the invalid reference, or the whole row. */
	faults: { line: number; text: string }[];
	/** The text of the faulty lines, for correction. For a table it includes the headings, so that the same column is read again. */
	left: string;
	repeated: number;
	/** The heading of the column that was read; null without headings. */
	column: string | null;
}

/** The heading must be among this many first lines; lines above the heading are reported as faults. */
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
	const result = { references: [] as string[], faults: [] as ReferenceList["faults"], repeated: 0 };
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
		// A row whose reference is empty is reported whole, so that no input is silently lost.
		else if (cell === "") result.faults.push({ line: row.line, text: row.text });
		else take(cell, row.line);
	}
	const { faults } = result;
	const isTable = column >= 0 && faults.length > 0;
	const wrong = new Set(faults.map(({ line }) => line));
	const kept = rows.filter(({ line }, place) => place === head || wrong.has(line));
	const left = (isTable ? kept : faults).map(({ text }) => text).join("\n");
	return { ...result, left, column: headings[column] ?? null };
}

const NAMES =
	/^((transaction|payment|service|operator)s?)?(reference|ref)(de)?(la)?(transaction|paiement|operation|number|no|id)?$/;

/** Text with a digit, such as "REF-2026-1", is a reference, not a heading. */
function isColumnOfReferences(heading: string): boolean {
	return !/\d/.test(heading) && NAMES.test(plain(heading));
}

/** Keeps only the letters a to z, without accents and in lower case: "Réf. transaction" becomes "reftransaction". */
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

/** Returns the rows that are not blank. Takes the separator from the heading, or from the first row if there is no heading. */
function rowsOf(text: string): Row[] {
	const lines = text.split("\n");
	const filledLines = lines.filter((line) => line.trim() !== "");
	const isHeading = (line: string) => SEPARATORS.some((sign) => line.split(sign).some(isColumnOfReferences));
	const first = filledLines.slice(0, MOST_TITLES).find(isHeading) ?? filledLines[0];
	const separator = SEPARATORS.find((sign) => first?.includes(sign));
	if (separator !== undefined) return tableRows(text, separator);
	return filled(lines.map((line, index) => ({ line: index + 1, text: line, cells: [line] })));
}

/** Reads cells as spreadsheets write them: quoted cells may contain separators and line breaks. */
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
	// A quote that never closes is read as plain text, so that it does not join the following lines into one cell.
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
