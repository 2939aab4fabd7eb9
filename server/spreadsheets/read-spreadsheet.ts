import { MOST_ROWS } from "#lib/batches/batch-states.ts";
import { decodeText, readTable } from "#lib/batches/read-table.ts";
import { AppError } from "#server/errors.ts";
import { readWorkbook } from "#server/spreadsheets/read-workbook.ts";

const MOST_BYTES = 5 * 1_024 * 1_024;
const MOST_COLUMNS = 50;

/**
 * The cells of a CSV file or of the first visible sheet of an XLSX workbook, as text. Throws invalid_input (`file`: `empty`,
 * `too_many_rows`, `unreadable`, `encrypted`), too_large.
 */
export async function readSpreadsheet(bytes: Buffer): Promise<string[][]> {
	if (bytes.length > MOST_BYTES) throw new AppError("too_large", "the file is larger than 5 MB");
	const rows = isZip(bytes) ? await readWorkbook(bytes) : readText(bytes);
	if (rows.length === 0) throw new AppError("invalid_input", "no rows", { fields: { file: "empty" } });
	if (rows.length > MOST_ROWS + 1)
		throw new AppError("invalid_input", "too many rows", { fields: { file: "too_many_rows" } });
	return rows.map((row) => row.slice(0, MOST_COLUMNS));
}

function isZip(bytes: Buffer): boolean {
	return bytes.subarray(0, 4).equals(Buffer.from([0x50, 0x4b, 0x03, 0x04]));
}

// The older Excel format, and a workbook with a password.
const COMPOUND_FILE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);

function readText(bytes: Buffer): string[][] {
	if (bytes.subarray(0, 4).equals(COMPOUND_FILE))
		throw new AppError("invalid_input", "an old or encrypted workbook", { fields: { file: "encrypted" } });
	const text = decodeText(bytes);
	if (text.includes("\0")) throw new AppError("invalid_input", "no text file", { fields: { file: "unreadable" } });
	return readTable(text);
}
