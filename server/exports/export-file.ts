/** A download: of a sheet, in the format that was asked for, and told in the record before its first byte. */
import type { ExportFormat } from "#lib/contracts/export.ts";
import type { Locale } from "#lib/contracts/member.ts";
import { maskDigits } from "#lib/phone.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { type BusinessTime, businessTime } from "#server/exports/business-time.ts";
import { csvChunks } from "#server/exports/csv-file.ts";
import type { ExportLabels } from "#server/exports/export-labels.ts";
import type { Sheet } from "#server/exports/sheet.ts";
import { XLSX_MAX_ROWS, xlsxStream } from "#server/exports/xlsx-file.ts";
import { type NewAuditEntry, recordAudit } from "#server/store/audit-log.ts";

/** More than these leave the house only with a fresh proof of who takes them. */
export const FREE_ROWS = 10_000;

export interface ExportFile {
	fileName: string;
	contentType: string;
	/** Read as fast as the browser takes it; a cancelled download stops the reading. */
	chunks: AsyncGenerator<Uint8Array>;
	/** Whether there would be a file was all that was asked: there is nothing in it. */
	askedOnly: boolean;
}

export interface ExportAsked {
	/** File name without its ending: ASCII letters, digits, dots and hyphens. */
	stem: string;
	format: ExportFormat;
	locale: Locale;
	/** Only whether there would be a file. */
	ask: "1" | undefined;
	labels: ExportLabels;
}

export function exportFile<Row>(
	context: Context,
	sheet: Sheet<Row>,
	{ stem, format, locale, ask, labels }: ExportAsked,
): ExportFile {
	const time = businessTime(context.config.timeZone);
	const isCsv = format === "csv";
	return {
		fileName: `${stem}.${format}`,
		contentType: isCsv
			? "text/csv; charset=utf-8; header=present"
			: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
		chunks: ask ? nothing() : isCsv ? csvChunks(sheet, locale, time) : xlsxStream(sheet, labels.exports.total, time),
		askedOnly: ask !== undefined,
	};
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

/**
 * Throws `invalid_input` (`format: too_many_rows`) for a workbook that no spreadsheet program could open, and `step_up_needed`
 * for so many lines that they are the whole book.
 */
export async function demandExport(
	context: Context,
	format: ExportFormat,
	rows: number,
	/** Where `rows` is more than the filters let through: how many these are. */
	shown: () => Promise<number> = () => Promise.resolve(rows),
): Promise<void> {
	if (format === "xlsx" && rows > XLSX_MAX_ROWS)
		throw new AppError("invalid_input", "too many rows for a sheet", { fields: { format: "too_many_rows" } });
	if (rows > FREE_ROWS && (await shown()) > FREE_ROWS)
		await context.presence.demand(context.database, { purpose: "export" });
}

/** The business's day of now: part of a file's name. */
export function exportDay(context: Context, time: BusinessTime = businessTime(context.config.timeZone)): string {
	return time.iso(context.clock.now().toISOString()).slice(0, 10);
}

/** Who took what out of the house; a question takes nothing. `asked` are the filters as they were sent; a number searched for is masked. */
export async function recordExport(
	context: Context,
	subject: Pick<NewAuditEntry, "action" | "subjectKind" | "subjectId">,
	asked: Readonly<Record<string, string | undefined>>,
): Promise<void> {
	if (asked.ask) return;
	const details = Object.entries(asked).flatMap(([name, value]) =>
		value === undefined ? [] : [[name, name === "search" ? maskDigits(value) : value]],
	);
	const entry = { ...subject, at: context.clock.now(), memberId: context.member.id };
	await context.database
		.transaction()
		.execute((trx) => recordAudit(trx, { ...entry, details: Object.fromEntries(details) }));
}
