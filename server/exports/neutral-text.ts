/** Text that no spreadsheet program takes for a formula, wherever it cuts it. Pure. */

/** After these a reader may begin a cell: marks between cells, and whatever counts as the end of a line. */
const MARK = /[,;\p{Cc}\u2028\u2029]/u.source;
/** The signs that begin a formula, wide and small ones too, also behind blanks and quotes. */
const FORMULA = /["\s\p{Cc}\uFEFF]*[=+\-@＝＋－＠﹢﹣﹦﹫]/u.source;
/** A tab or a break that begins a cell is dropped by some programs. */
const BLANK = /["']*[\t\r\n]/.source;
/** Behind a mark at its end our own closing quote would open a cell, with what follows in it. */
const END = `(?<=${MARK})["']*$`;
const TRAPS = new RegExp(`(?:^|(?<=${MARK}))(?=${FORMULA}|${BLANK}|${END})`, "gu");

/** The text with an apostrophe before each trap: the file may be read with another mark between cells than it was written with. */
export function neutralText(text: string): string {
	return text.replace(TRAPS, "'");
}
