/** References out of what people paste or upload: one per line, or a column of a table with separators. Pure. */
import Papa from "papaparse";
import { isReference } from "#lib/paths.ts";

export interface ReferenceList {
	/** Each once, in the order of the text. */
	references: string[];
	/** Lines that give no reference: their number from 1, and the text that cannot be one, or the row without one. */
	faults: { line: number; text: string }[];
	/** How often one of both stood there again. */
	repeated: number;
	/** The heading of the column that was read, null when the text has no headings. */
	column: string | null;
}

/**
 * A first line that names a column "reference" (or réf., ref, référence, transaction reference …) makes the text a table,
 * and that column is read; otherwise the first column, or every word of a text that is a single line.
 */
export function readReferenceList(text: string): ReferenceList {
	const rows = rowsOf(text.replace(/^\uFEFF/, "").replaceAll(/\r\n?/g, "\n"));
	const headings = rows[0]?.cells ?? [];
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
	for (const row of column === -1 ? rows : rows.slice(1)) {
		const cell = row.cells[Math.max(column, 0)] ?? "";
		if (rows.length === 1) for (const text of row.text.split(/[\s,;|]+/)) take(unquoted(text), row.line);
		// A row whose cell is empty is named as a whole: nothing that was given vanishes.
		else if (cell === "") result.faults.push({ line: row.line, text: row.text });
		else take(cell, row.line);
	}
	return result;
}

const NAMES =
	/^((transaction|payment|service|operator)s?)?(reference|ref)(de)?(la)?(transaction|paiement|operation|number|no|id)?$/;

/** A digit makes it a reference, such as "REF-2026-1": it must not be lost as a heading. */
function isColumnOfReferences(heading: string): boolean {
	return !/\d/.test(heading) && NAMES.test(plain(heading));
}

/** Without accents, case and signs: "Réf. transaction" is "reftransaction". */
function plain(text: string): string {
	return text
		.normalize("NFD")
		.toLowerCase()
		.replace(/[^a-z]/g, "");
}

interface Row {
	/** Where it begins, from 1. */
	line: number;
	text: string;
	cells: string[];
}

/** Those that are not blank. The first says whether there is a separator, and which. */
function rowsOf(text: string): Row[] {
	const lines = text.split("\n");
	const first = lines.find((line) => line.trim() !== "");
	const separator = ["\t", ";", ",", "|"].find((sign) => first?.includes(sign));
	if (separator !== undefined) return tableRows(text, separator);
	return filled(lines.map((line, index) => ({ line: index + 1, text: line, cells: [line] })));
}

/** Cells as spreadsheets write them: what is quoted may hold separators and ends of lines. */
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
	// A quote that nothing closes is a sign like any other: it must not swallow the lines below it.
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
