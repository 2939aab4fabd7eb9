/** Reads pasted cells or the text of a CSV file into rows of cells. */
import Papa from "papaparse";
import { MOST_ROWS } from "#lib/batches/batch-states.ts";
import { cleanCell } from "#lib/text/clean-cell.ts";

/** A first line with which some programs name the separator. */
const SEPARATOR = /^sep=(.)\n/i;

/** The comma comes last, because amounts may contain one. */
const SEPARATORS = ["\t", ";", "|", ","];
const SAMPLE = 50;

/**
 * Drops empty rows; returns at most two rows more than a batch takes. `quote`: the number, from 1 among rows that are not empty,
 * of a row in which a quotation mark opens a cell and none closes it. The rows after it cannot be separated.
 */
export function readTable(text: string): { rows: string[][]; quote: number | null } {
	// papaparse joins rows where line ends are mixed, finds no separator among empty lines, and takes seconds for a million of them.
	const lines = text
		.replace(/^\uFEFF/, "")
		.replace(/\r\n?/g, "\n")
		// A character class, not a group: a group that repeats for millions of lines exceeds the stack.
		.replace(/^[ \t;,|\n]*\n/, "")
		.replace(/\n[ \t;,|\n]*\n/g, "\n");
	const delimiter = SEPARATOR.exec(lines)?.[1] ?? separatorOf(lines);
	const rows: string[][] = [];
	let quote: number | null = null;
	let n = 0;
	Papa.parse<string[]>(lines.replace(SEPARATOR, ""), {
		delimiter,
		newline: "\n",
		step({ data, errors }, parser) {
			n++;
			if (errors.some(({ type }) => type === "Quotes")) quote ??= n;
			const row = data.map(cleanCell);
			if (row.some((cell) => cell !== "") && rows.push(row) > MOST_ROWS + 1) parser.abort();
		},
	});
	return { rows, quote };
}

/** Returns the separator that is in every line with any separator (a title has none), else the one that gives the most even rows. */
function separatorOf(text: string): string {
	const lines = text.split("\n", SAMPLE).filter((line) => SEPARATORS.some((sign) => line.includes(sign)));
	const plain = lines.map((line) => line.replace(/"[^"]*"/g, ""));
	const common = SEPARATORS.find((sign) => plain.length > 0 && plain.every((line) => line.includes(sign)));
	const guessed = () => Papa.parse(lines.join("\n"), { delimitersToGuess: SEPARATORS, newline: "\n", preview: 1 });
	return common ?? guessed().meta.delimiter;
}

// In the code page of a Mac these bytes are French or Portuguese letters; in Windows-1252 hardly any word contains them.
const MAC_LETTERS = /[\u0081\u008d\u008f\u0090\u009dŽžŸ‡ˆ‰‹ƒ]/g;

/** Decodes UTF-8, UTF-16 with a byte order mark, Windows-1252, which spreadsheets in French write, or the code page of Excel on a Mac. */
export function decodeText(bytes: Uint8Array): string {
	const [one, two] = bytes;
	if (one === 0xff && two === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
	if (one === 0xfe && two === 0xff) return new TextDecoder("utf-16be").decode(bytes);
	try {
		return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
	} catch {
		const text = new TextDecoder("windows-1252").decode(bytes);
		const count = (letters: RegExp) => text.match(letters)?.length ?? 0;
		return count(MAC_LETTERS) > count(/[à-ÿ]/g) ? new TextDecoder("macintosh").decode(bytes) : text;
	}
}
