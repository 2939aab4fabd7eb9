import type { JournalAccounts } from "#lib/contracts/journal.ts";
import type { JournalForm } from "#lib/contracts/statement.ts";
import { dayOf } from "#lib/dates.ts";
import { negated, toDecimal } from "#lib/money.ts";
import type { Context } from "#server/context.ts";
import { csvChunks } from "#server/exports/csv-file.ts";
import { counted, type ExportAsked, type ExportFile, fileOf } from "#server/exports/export-file.ts";
import type { ExportLabels } from "#server/exports/export-labels.ts";
import { typeLabel } from "#server/exports/movement-cells.ts";
import type { Column } from "#server/exports/sheet.ts";
import { type Booking, bookLine } from "#server/statements/book-line.ts";
import { type FigureRow, lateRows } from "#server/statements/figure-rows.ts";
import { readMonthBooks } from "#server/statements/journal-accounts.ts";
import { type Entry, odooChunks, sageChunks } from "#server/statements/journal-imports.ts";
import type { ListedStatement, StatementLine } from "#server/statements/statement-lines.ts";
import { requireWalletKey } from "#server/wallets/balance-readings.ts";

type Asked = Omit<ExportAsked, "format"> & { form: JournalForm | undefined };

/** Books a closed month with the accounts and lines with which it was closed; a proposed one already with its accounts. */
export async function journalFile(
	context: Context,
	{ statement, lines: batches }: ListedStatement,
	asked: Asked,
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
