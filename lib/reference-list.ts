/** References out of what people paste or upload: one per line, or a column of a table with separators. Pure. */
import { isReference } from "#lib/paths.ts";

/** References in one request; a longer list goes in several. 400 of 128 characters stay below the limit of a body. */
export const IMPORT_BATCH = 400;

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
	const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/);
	const first = lines.findIndex((line) => line.trim() !== "");
	const separator = separatorOf(lines[first] ?? "");
	const headings = first === -1 ? [] : cells(lines[first] ?? "", separator);
	const column = headings.findIndex(isColumnOfReferences);
	const result: ReferenceList = { references: [], faults: [], repeated: 0, column: headings[column] ?? null };
	const seen = new Set<string>();
	const take = (word: string, line: number) => {
		if (word === "") return;
		if (seen.has(word)) {
			result.repeated += 1;
			return;
		}
		seen.add(word);
		if (isReference(word)) result.references.push(word);
		else result.faults.push({ line, text: word });
	};
	const filled = lines.filter((line) => line.trim() !== "").length;
	lines.forEach((line, index) => {
		if (line.trim() === "" || (column !== -1 && index === first)) return;
		if (filled === 1) for (const word of line.split(/[\s,;|]+/)) take(unquoted(word), index + 1);
		else {
			const cell = cells(line, separator)[Math.max(column, 0)] ?? "";
			// A row whose cell is empty is named as a whole: nothing that was given vanishes.
			if (cell === "") result.faults.push({ line: index + 1, text: line.trim() });
			else take(cell, index + 1);
		}
	});
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

function separatorOf(line: string): string | null {
	return ["\t", ";", ",", "|"].find((sign) => line.includes(sign)) ?? null;
}

/** Quotes as spreadsheets write them; a separator within them does not part. */
function cells(line: string, separator: string | null): string[] {
	if (separator === null) return [unquoted(line)];
	const parts: string[] = [];
	let part = "";
	let quoted = false;
	for (const sign of line) {
		if (sign === '"') quoted = !quoted;
		if (sign === separator && !quoted) {
			parts.push(part);
			part = "";
		} else part += sign;
	}
	return [...parts, part].map(unquoted);
}

function unquoted(text: string): string {
	return text
		.trim()
		.replace(/^"(.*)"$/s, "$1")
		.replaceAll('""', '"')
		.trim();
}
