/** A download of a sheet in the requested format. The audit log records it before its first byte. */
import type { ExportFormat } from "#lib/contracts/export.ts";
import { dayOf } from "#lib/dates.ts";
import type { Locale } from "#lib/i18n/choose-locale.ts";
import { maskDigits } from "#lib/phone.ts";
import { searchTerms } from "#lib/text/search-text.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { csvChunks } from "#server/exports/csv-file.ts";
import type { ExportLabels } from "#server/exports/export-labels.ts";
import type { Batches, Sheet } from "#server/exports/sheet.ts";
import { type SheetPart, sheetPart, XLSX_MAX_ROWS, xlsxStream } from "#server/exports/xlsx-file.ts";
import { type NewAuditEntry, recordAudit } from "#server/store/audit-log.ts";

/** Exports with more rows require a step-up. */
const FREE_ROWS = 10_000;
/** Exports with more rows should be written in the background, since the browser would wait for minutes. */
export const BACKGROUND_ROWS = 50_000;

export interface ExportFile {
	fileName: string;
	contentType: string;
	/** Nothing is read before the first chunk is taken, and then as fast as the browser takes the file; a cancelled download stops it. */
	chunks: AsyncGenerator<Uint8Array>;
	/** The request only asked whether the export is possible: no chunk is taken. */
	askedOnly: boolean;
	/** The file has more than `BACKGROUND_ROWS` rows. */
	isLarge?: boolean;
	/** Number of rows; an upper bound for a small file. */
	total?: number;
	/** Rows of the longest sheet that were read so far; files that are never written in the background may lack it. */
	progress?: { rows: number };
}

export interface ExportAsked {
	/** File name without extension: ASCII letters, digits, dots and hyphens. */
	stem: string;
	format: ExportFormat;
	locale: Locale;
	/** Only checks whether the export is possible. */
	ask: "1" | undefined;
	labels: ExportLabels;
	/** `isLarge` and `total` are the answer of `requireExport`. */
	isLarge?: boolean;
	total?: number;
}

export function exportFile<Row>(context: Context, source: Sheet<Row>, asked: ExportAsked): ExportFile {
	const { timeZone } = context.config;
	const progress = { rows: 0 };
	const sheet = { ...source, batches: counted(source.batches, progress) };
	if (asked.format === "xlsx")
		return exportWorkbook([sheetPart(sheet, asked.labels.exports.total, timeZone)], asked, progress);
	const chunks = csvChunks(sheet, asked.locale, timeZone);
	return fileOf(asked, "csv", { contentType: "text/csv; charset=utf-8; header=present", chunks, progress });
}

export function fileOf(
	{ stem, ask, isLarge = false, total = 0 }: Omit<ExportAsked, "format" | "locale" | "labels">,
	extension: string,
	file: Pick<ExportFile, "contentType" | "chunks" | "progress">,
): ExportFile {
	return { ...file, fileName: `${stem}.${extension}`, askedOnly: ask !== undefined, isLarge, total };
}

export async function* counted<Row>(batches: Batches<Row>, progress: { rows: number }): AsyncGenerator<readonly Row[]> {
	for await (const rows of batches) {
		progress.rows += rows.length;
		yield rows;
	}
}

export function exportWorkbook(
	sheets: readonly SheetPart[],
	asked: Parameters<typeof fileOf>[0],
	progress?: { rows: number },
): ExportFile {
	const contentType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
	return fileOf(asked, "xlsx", { contentType, chunks: xlsxStream(sheets), ...(progress ? { progress } : {}) });
}

/**
 * Returns the number of rows, and whether they are more than `BACKGROUND_ROWS`. Throws `invalid_input` (`format: too_many_rows`)
 * beyond the limit of a workbook, `step_up_needed` beyond `FREE_ROWS` rows.
 */
export async function requireExport(
	context: Context,
	format: ExportFormat,
	rows: number,
	/** Exact number of rows, when `rows` is an upper bound. */
	count: () => Promise<number> = () => Promise.resolve(rows),
): Promise<{ isLarge: boolean; total: number }> {
	if (rows <= FREE_ROWS) return { isLarge: false, total: rows };
	const total = await count();
	if (format === "xlsx" && total > XLSX_MAX_ROWS)
		throw new AppError("invalid_input", "too many rows for a sheet", { fields: { format: "too_many_rows" } });
	if (total > FREE_ROWS) await context.presence.requireFresh(context.database, "export");
	return { isLarge: total > BACKGROUND_ROWS, total };
}

export function exportDay({ config, clock }: Context): string {
	return dayOf(clock.now(), config.timeZone);
}

/**
 * Returns a file name without extension. The list's name in it distinguishes files of one day; words with other letters than a to z are
 * left out, because an HTTP header takes only plain letters.
 */
export function fileStem(context: Context, kind: string, name: string): string {
	const words = searchTerms(name).filter((word) => /^[a-z0-9]+$/.test(word));
	return [kind, ...words, exportDay(context)].join("-");
}

/** Returns a filter's days for a file's name: "2026-10-01_2026-10-31", "until-2026-10-31", a single day, or the day of the export. */
export function exportPeriod(
	context: Context,
	{ from, to }: { from?: string | undefined; to?: string | undefined },
): string {
	const today = exportDay(context);
	if (from === undefined) return to === undefined ? today : `until-${to}`;
	const last = to ?? today;
	return from === last ? from : `${from}_${last}`;
}

/** Records the export and its filters in the audit log, with searched names, numbers and purposes masked. A mere check records nothing. */
export async function recordExport(
	context: Context,
	subject: Pick<NewAuditEntry, "action" | "subjectKind" | "subjectId">,
	asked: Readonly<Record<string, string | undefined>>,
): Promise<void> {
	if (asked.ask) return;
	const masked = (text: string) => maskDigits(text).replace(/[\p{L}\p{M}]/gu, "•");
	const details = Object.entries(asked).flatMap(([name, value]) =>
		value === undefined ? [] : [[name, ["search", "name", "purpose"].includes(name) ? masked(value) : value]],
	);
	const entry = { ...subject, at: context.clock.now(), memberId: context.member.id };
	await context.database
		.transaction()
		.execute((trx) => recordAudit(trx, { ...entry, details: Object.fromEntries(details) }));
}
