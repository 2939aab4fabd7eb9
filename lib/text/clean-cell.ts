/** Removes from a cell invisible characters and the marks that make a spreadsheet treat the cell as text. */
import { typedText } from "#lib/text/typed-text.ts";
import { withoutMarks } from "#lib/text/without-marks.ts";

const UNSEEN = /^[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Z}\p{Cc}\p{M}\u2800]*$/u;

/** The apostrophe before `=`, `+`, `-` or `@`, which keeps a spreadsheet from computing the text. Our CSV files have it too, also at the end of a text. */
const KEPT = /(?<=^|[,;])'(?=[\s"]*[=+\-@]|["']*$)/g;

/** Returns the text on one line. People write `="0701"` or `'0701` so that a spreadsheet does not drop the zero: both become `0701`. */
export function cleanCell(cell: string): string {
	const text = typedText(withoutMarks(cell).replace(/[\p{Cc}\u2028\u2029]+/gu, " "));
	if (UNSEEN.test(text)) return "";
	return text
		.replace(/^="([^"]*)"$/, "$1")
		.replace(/^'(?=\d)/, "")
		.replace(KEPT, "");
}

/** Cuts a cell to `most` UTF-16 units. Half an emoji at the end becomes U+FFFD, because the server refuses a request that contains one. */
export function cutCell(cell: string, most: number): string {
	return cell.slice(0, most).toWellFormed();
}
