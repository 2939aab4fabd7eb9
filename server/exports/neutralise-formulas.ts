/** Neutralises text that a spreadsheet program could read as a formula, wherever it splits the text. Pure. */

/** A reader may begin a new cell after these: separators, and every kind of line break. */
const MARK = /[,;\p{Cc}\u2028\u2029]/u.source;
/** Invisible characters: zero width, directions, fillers. A program may drop them before it reads the cell. */
const UNSEEN = /\p{Cf}\p{Default_Ignorable_Code_Point}\u2800/u.source;
/** Characters that begin a formula, full-width and small forms included, also after blanks, quotes and invisible characters. */
const FORMULA = `["\\s\\p{Cc}${UNSEEN}]*[=+\\-@＝＋－＠﹢﹣﹦﹫]`;
/** Some programs drop a tab or line break that begins a cell. */
const BLANK = `["'${UNSEEN}]*[\\t\\r\\n]`;
/** After a final separator our own closing quote would open a new cell with the text that follows. */
const END = `(?<=${MARK})["']*$`;
const TRAPS = new RegExp(`(?:^|(?<=${MARK}))(?=${FORMULA}|${BLANK}|${END})`, "gu");

/** Adds an apostrophe before each dangerous place: a reader may use another separator than the file does. */
export function neutraliseFormulas(text: string): string {
	return text.replace(TRAPS, "'");
}
