import type { Statement, StatementFormat, StatementRequest } from "#lib/contracts/statement.ts";
import { isUnlisted } from "#lib/statements/is-unlisted.ts";
import { requirePermission } from "#server/access/require-permission.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import {
	counted,
	type ExportAsked,
	type ExportFile,
	exportFile,
	exportWorkbook,
	recordExport,
	requireExport,
} from "#server/exports/export-file.ts";
import type { ExportLabels, LabelsIn } from "#server/exports/export-labels.ts";
import { movementCells, typeLabel } from "#server/exports/movement-cells.ts";
import type { Column, Sheet } from "#server/exports/sheet.ts";
import { sheetPart } from "#server/exports/xlsx-file.ts";
import { dayRows, type FigureRow, figureColumns, totalRows } from "#server/statements/figure-rows.ts";
import { journalFile } from "#server/statements/journal-file.ts";
import { readStatementWithEnd } from "#server/statements/read-statement.ts";
import { type ListedStatement, readStatementLines, type StatementLine } from "#server/statements/statement-lines.ts";
import { statementPaper } from "#server/statements/statement-paper.ts";
import { requireWalletKey } from "#server/wallets/balance-readings.ts";

type Asked = StatementRequest & { currency: string; format: StatementFormat };

/**
 * Exports a statement: figures and days as CSV; also lines as a workbook or PDF; or the journal for the books. Throws forbidden,
 * wallet_unknown, invalid_input (`format: too_many_rows`), step_up_needed, conflict (the first list is not complete, or the lines of a
 * proposed month changed since).
 */
export async function exportStatement(context: Context, asked: Asked, labelsIn: LabelsIn): Promise<ExportFile> {
	requirePermission(context, "statement.read");
	const { currency, from, to, format, form, locale = context.config.defaultLocale, ask } = asked;
	const read = await readStatementWithEnd(context, { currency, from, to });
	const { statement } = read;
	if (isUnlisted(statement)) throw new AppError("conflict", "the first list is not complete: a file would lack lines");
	if (format !== "csv" && !read.isCurrent)
		throw new AppError("conflict", "the lines changed since the month was proposed: it is proposed again");
	const labels = labelsIn(locale);
	const isJournal = format === "journal";
	const size: Pick<ExportAsked, "isLarge" | "total"> =
		format === "csv" ? {} : await requireExport(context, format === "xlsx" ? format : "csv", statement.count);
	const action = isJournal ? "statement.journal_exported" : "statement.exported";
	await recordExport(context, { action, subjectKind: "wallet", subjectId: currency }, { from, to, format, form, ask });
	const stem = `${isJournal ? "journal" : "statement"}-${currency}-${from}-${to}`;
	const file = { stem, locale, ask, labels };
	const listed = { statement, lines: readStatementLines(context, requireWalletKey(context, currency), read) };
	if (format === "pdf") return statementPaper(context, listed, file);
	if (isJournal) return journalFile(context, listed, { ...file, ...size, form, stem: form ? `${stem}-${form}` : stem });
	if (format === "xlsx") return statementWorkbook(context, listed, { ...file, ...size, format });
	const [first, ...rest] = totalRows(statement, labels, { locale, timeZone: context.config.timeZone });
	const rows = [...(first ? [first] : []), ...dayRows(statement, labels), ...rest];
	return exportFile(context, figureSheet(statement, labels.statements.title, rows, labels), { ...file, format });
}

function statementWorkbook(context: Context, listed: ListedStatement, asked: ExportAsked): ExportFile {
	const { statement } = listed;
	const { labels, locale } = asked;
	const [total, { timeZone }] = [labels.exports.total, context.config];
	const { totals: name, days } = labels.statements.files;
	const totals = figureSheet(statement, name, totalRows(statement, labels, { locale, timeZone }), labels);
	const daySheet = figureSheet(statement, days, dayRows(statement, labels), labels);
	const lines = lineSheet(listed, labels);
	const progress = { rows: 0 };
	const sheets = [
		sheetPart(totals, total, timeZone),
		sheetPart({ ...daySheet, columns: figureColumns(labels, true) }, total, timeZone),
		sheetPart({ ...lines, batches: counted(lines.batches, progress) }, total, timeZone),
	];
	return exportWorkbook(sheets, asked, progress);
}

function figureSheet(
	{ currency }: Statement,
	name: string,
	rows: readonly FigureRow[],
	labels: ExportLabels,
): Sheet<FigureRow> {
	return { name, columns: figureColumns(labels, false), currencyOf: () => currency, batches: [rows] };
}

function lineSheet({ statement, lines }: ListedStatement, labels: ExportLabels): Sheet<StatementLine> {
	const [t, heads] = [labels.statements, labels.exports.heads];
	const { amount, fee, uncountedAmount, uncountedFee } = movementCells;
	const columns: Column<StatementLine>[] = [
		{ head: heads.at, kind: "time", width: 20, of: ({ createdAt }) => createdAt },
		{ head: heads.type, kind: "text", width: 16, of: ({ type }) => typeLabel(type, labels) },
		{ head: heads.amount, kind: "money", width: 16, of: amount },
		{ head: heads.fee, kind: "money", width: 14, of: fee },
		{ head: t.operator, kind: "text", width: 18, of: ({ operatorName, operator }) => operatorName ?? operator },
		{ head: heads.who, kind: "phone", width: 24, of: ({ who }) => who },
		{ head: heads.reference, kind: "text", width: 28, of: ({ reference }) => reference },
		{ head: heads.payment, kind: "text", width: 30, of: ({ paymentId }) => paymentId },
		{ head: heads.uncountedAmount, kind: "money", width: 20, of: uncountedAmount },
		{ head: heads.uncountedFee, kind: "money", width: 20, of: uncountedFee },
	];
	return { name: t.files.lines, columns, currencyOf: () => statement.currency, batches: lines };
}
