import { MOST_CELL, MOST_ROWS } from "#lib/batches/batch-states.ts";
import type { Table } from "#lib/contracts/batch.ts";
import { cutCell } from "#lib/text/clean-cell.ts";
import { decodeText, readTable } from "#lib/text/read-table.ts";
import { AppError } from "#server/errors.ts";
import { MOST_COLUMNS, readWorkbook } from "#server/spreadsheets/read-workbook.ts";

const MOST_BYTES = 5 * 1_024 * 1_024;

/**
 * Reads the cells of a CSV file, or of an XLSX workbook's first visible sheet, as text. A cell longer than any field is cut: the check
 * reports it. Throws too_large, invalid_input (`file`: empty, too_many_rows, too_many_columns, unreadable, encrypted, unclosed_quote).
 */
export async function readSpreadsheet(bytes: Uint8Array): Promise<Table> {
	if (bytes.length > MOST_BYTES) throw new AppError("too_large", "the file is larger than 5 MB");
	const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
	const { rows, notes, separator } = isZip(buffer) ? await readWorkbook(buffer) : readText(buffer);
	if (rows.length === 0) throw new AppError("invalid_input", "no rows", { fields: { file: "empty" } });
	if (rows.length > MOST_ROWS + 1)
		throw new AppError("invalid_input", "too many rows", { fields: { file: "too_many_rows" } });
	if (rows.some((row) => row.length > MOST_COLUMNS && row.slice(MOST_COLUMNS).some((cell) => cell !== "")))
		throw new AppError("invalid_input", "too many columns", { fields: { file: "too_many_columns" } });
	const cut = (row: readonly string[]) => row.slice(0, MOST_COLUMNS).map((cell) => cutCell(cell, MOST_CELL));
	return { rows: rows.map(cut), notes, separator };
}

function isZip(bytes: Buffer): boolean {
	return bytes.subarray(0, 4).equals(Buffer.from([0x50, 0x4b, 0x03, 0x04]));
}

// The first bytes of a file in the older Excel format, and of a workbook with a password.
const COMPOUND_FILE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);

// Control characters, or the beginning of a web page or an XML file.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are looked for
const NO_TABLE = /[\0-\x08\x0e-\x1f]|^\s*<(?:[?!]|html|head|meta|table)/i;

function readText(bytes: Buffer): Table {
	if (bytes.subarray(0, 4).equals(COMPOUND_FILE))
		throw new AppError("invalid_input", "an old or encrypted workbook", { fields: { file: "encrypted" } });
	const text = decodeText(bytes);
	if (NO_TABLE.test(text)) throw new AppError("invalid_input", "no text file", { fields: { file: "unreadable" } });
	const { rows, quote, separator } = readTable(text);
	if (quote !== null)
		throw new AppError("invalid_input", `row ${quote} opens a quote`, { fields: { file: "unclosed_quote" } });
	return { rows, separator, notes: { sheet: null, otherSheets: [], hiddenRows: 0, hiddenColumns: 0 } };
}
