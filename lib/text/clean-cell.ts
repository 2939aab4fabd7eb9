/** Cleans a cell of a file or a paste: what a spreadsheet adds to a text, and signs that no reader sees. */
import { typedText } from "#lib/text/typed-text.ts";

/** Marks of direction and blanks without width, which phones put around a copied number. */
const MARKS = /[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;
const UNSEEN = /^[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Z}\p{Cc}\p{M}\u2800]*$/u;

/** On one line. `="0701"` and `'0701` are how a spreadsheet is made to keep a text. */
export function cleanCell(cell: string): string {
	const text = typedText(cell.replace(MARKS, "").replace(/[\p{Cc}\u2028\u2029]+/gu, " "));
	if (UNSEEN.test(text)) return "";
	return text.replace(/^="([^"]*)"$/, "$1").replace(/^'(?=[\d+])/, "");
}
