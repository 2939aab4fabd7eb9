import type { JournalAccounts } from "#lib/contracts/journal.ts";
import type { JournalForm, Statement, StatementFormat, StatementRequest } from "#lib/contracts/statement.ts";
import { dayOf } from "#lib/dates.ts";
import { negated, toDecimal } from "#lib/money.ts";
import { isUnlisted } from "#lib/statements/is-unlisted.ts";
import { requirePermission } from "#server/access/require-permission.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { csvChunks } from "#server/exports/csv-file.ts";
import {
	counted,
	type ExportAsked,
	type ExportFile,
	exportFile,
	exportWorkbook,
	fileOf,
	recordExport,
	requireExport,
} from "#server/exports/export-file.ts";
import type { ExportLabels, LabelsIn } from "#server/exports/export-labels.ts";
import { movementCells, typeLabel } from "#server/exports/movement-cells.ts";
import type { Column, Sheet } from "#server/exports/sheet.ts";
import { sheetPart } from "#server/exports/xlsx-file.ts";
import { type Booking, bookLine } from "#server/statements/book-line.ts";
import { dayRows, type FigureRow, figureColumns, lateRows, totalRows } from "#server/statements/figure-rows.ts";
import { readMonthBooks } from "#server/statements/journal-accounts.ts";
import { type Entry, odooChunks, sageChunks } from "#server/statements/journal-imports.ts";
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

/** Books a closed month with the accounts and lines with which it was closed; a proposed one already with its accounts. */
async function journalFile(
	context: Context,
	{ statement, lines: batches }: ListedStatement,
	asked: Omit<ExportAsked, "format"> & { form: JournalForm | undefined },
): Promise<ExportFile> {
	const { form, locale, labels } = asked;
	const { currency } = statement;
	const wallet = requireWalletKey(context, currency);
	const books = await readMonthBooks(context, wallet, statement);
	const progress = { rows: 0 };
	const entryOf = (line: StatementLine): Entry => ({
		...{ line, label: labelOf(line, labels) },
		bookings: bookLine({ ...books, rule: books.dayRules[line.day] ?? books.rule }, line),
	});
	async function* entries(): AsyncGenerator<Entry[]> {
		for await (const lines of counted(batches, progress)) yield lines.map(entryOf);
		yield lateLines(statement, lateRows(statement, labels, locale), context.config).map(entryOf);
	}
	const programs = { odoo: odooChunks, sage: sageChunks };
	const chunks = () => {
		if (form) return programs[form](entries(), { journal: books.journal, currency });
		const columns = journalColumns(books, currency, labels);
		const sheet = { name: labels.statements.journal.journal, columns, currencyOf: () => currency, batches: rows() };
		return csvChunks(sheet, locale, context.config.timeZone);
	};
	async function* rows(): AsyncGenerator<JournalRow[]> {
		for await (const some of entries())
			yield some.flatMap((entry) => entry.bookings.map((booking) => ({ entry, booking })));
	}
	const contentType = `text/csv; charset=${form === "sage" ? "windows-1252" : "utf-8"}; header=present`;
	return fileOf(asked, "csv", { contentType, chunks: chunks(), progress });
}

/**
 * Returns late lines of closed months as lines of the day on which they came or went, since a closed month's journal does not change.
 * They name no payment, so that they are booked on the suspense account, with the reason.
 */
function lateLines(
	{ late, from, to }: ListedStatement["statement"],
	rows: readonly FigureRow[],
	{ timeZone }: { timeZone: string },
): StatementLine[] {
	return late.map(({ id, createdAt, notedAt, type, reason, ...line }, place) => {
		const signed = (decimal: string) => (reason === "withdrawn" ? negated(decimal) : decimal);
		const [, day = from] = [from, dayOf(new Date(notedAt), timeZone), to].sort();
		return {
			...{ id, createdAt, day, type, amount: signed(line.amount), fee: signed(line.fee) },
			...{ purpose: rows[place]?.reason ?? null, reference: null, paymentId: null, who: null },
			...{ operator: null, operatorName: null },
		};
	});
}

interface JournalRow {
	entry: Entry;
	booking: Booking;
}

function labelOf({ type, who, purpose }: StatementLine, labels: ExportLabels): Entry["label"] {
	return ({ isFee }) =>
		[isFee ? labels.statements.journal.fee : typeLabel(type, labels), who, purpose].filter(Boolean).join(" · ");
}

function journalColumns({ journal }: JournalAccounts, currency: string, labels: ExportLabels): Column<JournalRow>[] {
	const t = labels.statements.journal;
	return [
		{ head: t.journal, kind: "text", width: 10, of: () => journal },
		{ head: t.date, kind: "day", width: 12, of: ({ entry: { line } }) => line.day },
		{ head: t.piece, kind: "text", width: 28, of: ({ entry: { line } }) => line.reference ?? `M${line.id}` },
		{ head: t.account, kind: "text", width: 12, of: ({ booking }) => booking.account },
		{ head: t.label, kind: "text", width: 40, of: ({ entry, booking }) => entry.label(booking) },
		{ head: t.debit, kind: "money", width: 16, of: ({ booking }) => toDecimal(booking.debit) },
		{ head: t.credit, kind: "money", width: 16, of: ({ booking }) => toDecimal(booking.credit) },
		{ head: t.currency, kind: "currency", width: 10, of: () => currency },
	];
}
