/** Reads pasted cells or the text of a CSV file into rows of cells. */
import Papa from "papaparse";
import { MOST_ROWS } from "#lib/batches/batch-states.ts";

/**
 * Empty rows are dropped. The separator is the one that gives the most even rows; a paste from a spreadsheet has tabs. `quote`: the row
 * in which a quotation mark opens a cell and nothing closes it; the rows after it cannot be told apart.
 */
export function readTable(text: string): { rows: string[][]; quote: number | null } {
	const setting = { delimitersToGuess: ["\t", ";", ",", "|"], preview: MOST_ROWS + 2 };
	const { data, errors } = Papa.parse<string[]>(text.replace(/^\uFEFF/, ""), setting);
	const unclosed = errors.find(({ type }) => type === "Quotes");
	const rows = data.map((row) => row.map((cell) => cell.trim())).filter((row) => row.some((cell) => cell !== ""));
	return { rows, quote: unclosed ? (unclosed.row ?? 0) + 1 : null };
}

/** The text of a file in UTF-8, UTF-16 with its mark, or the Windows code page of West African spreadsheets. */
export function decodeText(bytes: Uint8Array): string {
	const [one, two] = bytes;
	if (one === 0xff && two === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
	if (one === 0xfe && two === 0xff) return new TextDecoder("utf-16be").decode(bytes);
	try {
		return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
	} catch {
		return new TextDecoder("windows-1252").decode(bytes);
	}
}
