import type { JournalAccounts } from "#lib/contracts/journal.ts";
import type { Statement, StatementFormat, StatementRequest } from "#lib/contracts/statement.ts";
import { type AmountMinor, toDecimal } from "#lib/money.ts";
import { requirePermission } from "#server/access/permissions.ts";
import type { Context } from "#server/context.ts";
import { businessTime } from "#server/exports/business-time.ts";
import {
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
import { requireWalletKey } from "#server/reconciliation/wallet-key.ts";
import { type Booking, bookLine } from "#server/statements/book-line.ts";
import { dayRows, type FigureRow, figureColumns, totalRows } from "#server/statements/figure-rows.ts";
import { readMonthAccounts } from "#server/statements/journal-accounts.ts";
import { readStatement } from "#server/statements/read-statement.ts";
import { readStatementLines, type StatementLine } from "#server/statements/statement-lines.ts";
import { statementPaper } from "#server/statements/statement-paper.ts";

type Asked = StatementRequest & { currency: string; format: StatementFormat };

/**
 * A statement as a file: its figures as CSV; figures, days and lines as a workbook or as PDF; or the journal for the books. Throws forbidden,
 * wallet_unknown, invalid_input (`format: too_many_rows`), step_up_needed.
 */
export async function exportStatement(context: Context, asked: Asked, labelsIn: LabelsIn): Promise<ExportFile> {
	requirePermission(context, "statement.read");
	const { currency, from, to, format, locale = context.config.defaultLocale, ask } = asked;
	const statement = await readStatement(context, { currency, from, to });
	const labels = labelsIn(locale);
	const isJournal = format === "journal";
	if (format !== "csv") await requireExport(context, format === "xlsx" ? format : "csv", statement.count);
	const action = isJournal ? "statement.journal_exported" : "statement.exported";
	await recordExport(context, { action, subjectKind: "wallet", subjectId: currency }, { from, to, format, ask });
	const stem = `${isJournal ? "journal" : "statement"}-${currency}-${from}-${to}`;
	if (format === "pdf") return statementPaper(context, statement, { stem, locale, ask, labels });
	const file = { stem, format: isJournal ? ("csv" as const) : format, locale, ask, labels };
	if (isJournal) return exportFile(context, await journalSheet(context, statement, labels), file);
	const totals = figureSheet(statement, labels.statements.files.totals, totalRows(statement, labels), labels);
	const days = dayRows(statement, labels);
	if (format === "csv") {
		const [first, ...rest] = totalRows(statement, labels);
		const rows = [...(first ? [first] : []), ...days, ...rest];
		return exportFile(context, figureSheet(statement, labels.statements.title, rows, labels), file);
	}
	const time = businessTime(context.config.timeZone);
	const total = labels.exports.total;
	const daySheet = {
		...figureSheet(statement, labels.statements.files.days, days, labels),
		columns: figureColumns(labels, true),
	};
	const lines = sheetPart(lineSheet(context, statement, labels), total, time);
	return exportWorkbook([sheetPart(totals, total, time), sheetPart(daySheet, total, time), lines], file);
}

function figureSheet(
	{ currency }: Statement,
	name: string,
	rows: readonly FigureRow[],
	labels: ExportLabels,
): Sheet<FigureRow> {
	async function* batches() {
		yield rows;
	}
	return { name, columns: figureColumns(labels, false), currencyOf: () => currency, batches: batches() };
}

function lineSheet(context: Context, statement: Statement, labels: ExportLabels): Sheet<StatementLine> {
	const { heads } = labels.exports;
	const shown = (line: StatementLine) => ({ ...line, withdrawnAt: null });
	const columns: Column<StatementLine>[] = [
		{ head: heads.at, kind: "time", width: 20, of: ({ createdAt }) => createdAt },
		{ head: heads.type, kind: "text", width: 16, of: ({ type }) => typeLabel(type, labels) },
		{ head: heads.amount, kind: "money", width: 16, of: (line) => movementCells.amount(shown(line)) },
		{ head: heads.fee, kind: "money", width: 14, of: (line) => movementCells.fee(shown(line)) },
		{
			head: labels.statements.operator,
			kind: "text",
			width: 18,
			of: ({ operatorName, operator }) => operatorName ?? operator,
		},
		{ head: heads.who, kind: "phone", width: 24, of: ({ who }) => who },
		{ head: heads.reference, kind: "text", width: 28, of: ({ reference }) => reference },
		{ head: heads.payment, kind: "text", width: 30, of: ({ paymentId }) => paymentId },
		{ head: heads.uncountedAmount, kind: "money", width: 20, of: (line) => movementCells.uncountedAmount(shown(line)) },
	];
	const wallet = requireWalletKey(context, statement.currency);
	const batches = readStatementLines(context, wallet, statement);
	return { name: labels.statements.files.lines, columns, currencyOf: () => statement.currency, batches };
}

type JournalRow = Booking & { line: StatementLine };

/** A closed month is booked with the accounts that it was closed with. */
async function journalSheet(context: Context, statement: Statement, labels: ExportLabels): Promise<Sheet<JournalRow>> {
	const { currency } = statement;
	const wallet = requireWalletKey(context, currency);
	const accounts = await readMonthAccounts(context.database, wallet, statement);
	async function* batches() {
		for await (const lines of readStatementLines(context, wallet, statement))
			yield lines.flatMap((line) => bookLine(accounts, line).map((booking) => ({ ...booking, line })));
	}
	return {
		name: labels.statements.journal.journal,
		columns: journalColumns(accounts, currency, labels),
		currencyOf: () => currency,
		batches: batches(),
	};
}

function journalColumns({ journal }: JournalAccounts, currency: string, labels: ExportLabels): Column<JournalRow>[] {
	const t = labels.statements.journal;
	const side = (amount: AmountMinor) => toDecimal(amount);
	const label = ({ line, isFee }: JournalRow) =>
		[isFee ? t.fee : typeLabel(line.type, labels), line.who, line.purpose].filter(Boolean).join(" · ");
	return [
		{ head: t.journal, kind: "text", width: 10, of: () => journal },
		{ head: t.date, kind: "day", width: 12, of: ({ line }) => line.day },
		{ head: t.piece, kind: "text", width: 28, of: ({ line }) => line.reference ?? `M${line.id}` },
		{ head: t.account, kind: "text", width: 12, of: ({ account }) => account },
		{ head: t.label, kind: "text", width: 40, of: label },
		{ head: t.debit, kind: "money", width: 16, of: ({ debit }) => side(debit) },
		{ head: t.credit, kind: "money", width: 16, of: ({ credit }) => side(credit) },
		{ head: t.currency, kind: "currency", width: 10, of: () => currency },
	];
}
