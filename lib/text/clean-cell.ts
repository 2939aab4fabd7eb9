/** Cleans a cell of a file or a paste: what a spreadsheet adds to a text, and signs that no reader sees. */
import { typedText } from "#lib/text/typed-text.ts";
import { withoutMarks } from "#lib/text/without-marks.ts";

const UNSEEN = /^[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Z}\p{Cc}\p{M}\u2800]*$/u;

/** How a text is kept from being computed, also behind a separator: our own CSV files write it. */
const KEPT = /(?<=^|[,;])'(?=[\s"]*[=+\-@])/g;

/** On one line. `="0701"` and `'0701` are how a spreadsheet is made to keep a text. */
export function cleanCell(cell: string): string {
	const text = typedText(withoutMarks(cell).replace(/[\p{Cc}\u2028\u2029]+/gu, " "));
	if (UNSEEN.test(text)) return "";
	return text
		.replace(/^="([^"]*)"$/, "$1")
		.replace(/^'(?=\d)/, "")
		.replace(KEPT, "");
}

/** At most so many characters. Half an emoji at its end becomes a sign of its own: no request may hold one, and the whole list would be refused. */
export function cutCell(cell: string, most: number): string {
	return cell.slice(0, most).toWellFormed();
}
