import Papa from "papaparse";
import { MOST_ROWS } from "#lib/batches/batch-states.ts";
import { cleanCell } from "#lib/text/clean-cell.ts";

/** The first line in which some programs write the separator: `sep=;`. */
const SEPARATOR = /^sep=(.)\n/i;

/** Possible separators. The comma is tried last, because amounts may contain commas. */
const SEPARATORS = ["\t", ";", "|", ","];
const SAMPLE = 50;

/**
 * Reads CSV or pasted text, skips empty rows, and stops two rows above the limit of a batch. `quote`: the number of the first row whose
 * quote never closes, not counting empty rows; later rows cannot be separated. Null without such a row.
 */
export function readTable(text: string): { rows: string[][]; quote: number | null; separator: string } {
	// papaparse joins rows when line ends are mixed, finds no separator among empty lines, and takes seconds for a million such lines.
	const lines = text
		.replace(/^\uFEFF/, "")
		.replace(/\r\n?/g, "\n")
		// A repeated group in place of this character class would exceed the stack on millions of lines.
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
	return { rows, quote, separator: delimiter };
}

/** Returns the first separator that every line has (a title without any is ignored), else the one for which papaparse finds even rows. */
function separatorOf(text: string): string {
	const lines = text.split("\n", SAMPLE).filter((line) => SEPARATORS.some((sign) => line.includes(sign)));
	const plain = lines.map((line) => line.replace(/"[^"]*"/g, ""));
	const common = SEPARATORS.find((sign) => plain.length > 0 && plain.every((line) => line.includes(sign)));
	const guessed = () => Papa.parse(lines.join("\n"), { delimitersToGuess: SEPARATORS, newline: "\n", preview: 1 });
	return common ?? guessed().meta.delimiter;
}

// These bytes are French or Portuguese letters in a Mac's code page. Read as Windows-1252 they are signs that words rarely contain.
const MAC_LETTERS = /[\u0081\u008d\u008f\u0090\u009dŽžŸ‡ˆ‰‹ƒ]/g;

/** Decodes UTF-8, UTF-16 with a byte order mark, Windows-1252 (from French spreadsheets), or Mac Roman (from Excel on a Mac). */
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
