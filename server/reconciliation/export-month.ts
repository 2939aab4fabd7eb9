import { closingOf } from "#lib/closings.ts";
import type { Closing, DayLine, DayProof, MonthExportQuery } from "#lib/contracts/reconciliation.ts";
import { minorOf, toDecimal } from "#lib/money.ts";
import { requirePermission } from "#server/access/permissions.ts";
import type { Context } from "#server/context.ts";
import { type ExportFile, exportFile, recordExport, requireExport } from "#server/exports/export-file.ts";
import type { ExportLabels, LabelsIn } from "#server/exports/export-labels.ts";
import { movementCells, typeLabel } from "#server/exports/movement-cells.ts";
import type { Column } from "#server/exports/sheet.ts";
import { readMonth } from "#server/reconciliation/list-days.ts";
import { readDayLines } from "#server/reconciliation/read-day.ts";
import { requireWalletKey } from "#server/reconciliation/wallet-key.ts";

interface MonthRow {
	proof: DayProof;
	line: DayLine | null;
}

// Larger days belong in the export of movements.
const MOST_LINES = 200_000;
const BATCH_ROWS = 1_000;

/**
 * Exports a month for the accountant: one row per day with its proof, followed by its lines. Throws forbidden, wallet_unknown,
 * `invalid_input` (`format: too_many_rows`).
 */
export async function exportMonth(context: Context, input: MonthExportQuery, labelsIn: LabelsIn): Promise<ExportFile> {
	requirePermission(context, "reconciliation.read");
	const { currency, month, format, locale = context.config.defaultLocale, ask } = input;
	const labels = labelsIn(locale);
	const wallet = requireWalletKey(context, currency);
	const days = (await readMonth(context.database, wallet, month)).toReversed();
	await requireExport(
		context,
		format,
		days.reduce((rows, { totals }) => rows + 1 + totals.count, 0),
	);
	const subject = { action: "reconciliation.exported", subjectKind: "wallet", subjectId: currency } as const;
	await recordExport(context, subject, { month, format, ask });
	const sheet = {
		name: labels.reconciliation.title,
		columns: columnsIn(labels),
		currencyOf: () => currency,
		batches: monthRows(context, currency, days),
	};
	return exportFile(context, sheet, {
		stem: `reconciliation-${currency}-${month}`,
		format,
		locale,
		ask,
		labels: labels,
	});
}

async function* monthRows(context: Context, currency: string, days: readonly DayProof[]): AsyncGenerator<MonthRow[]> {
	const wallet = requireWalletKey(context, currency);
	for (const proof of days) {
		const lines = await readDayLines(context.database, wallet, proof, MOST_LINES);
		yield [{ proof, line: null }];
		for (let start = 0; start < lines.length; start += BATCH_ROWS)
			yield lines.slice(start, start + BATCH_ROWS).map((line) => ({ proof, line }));
	}
}

function columnsIn(labels: ExportLabels): Column<MonthRow>[] {
	const { exports, reconciliation } = labels;
	const { heads } = exports;
	const { days, day, status } = reconciliation;
	const { amount, fee, uncountedAmount, uncountedFee } = movementCells;
	return [
		{ head: heads.row, kind: "text", width: 8, of: ({ line }) => (line ? heads.line : days.day) },
		{ head: days.day, kind: "day", width: 12, of: ({ proof }) => proof.day },
		{ head: days.result, kind: "text", width: 14, of: ofDay((proof) => status[proof.status]) },
		{ head: day.opening, kind: "balance", width: 16, of: ofDay(({ opening }) => opening?.balance ?? null) },
		{ head: days.in, kind: "money", width: 16, of: ofDay(({ totals }) => totals.in) },
		{ head: days.out, kind: "money", width: 16, of: ofDay(({ totals }) => negative(totals.out)) },
		{ head: heads.dayFees, kind: "money", width: 14, of: ofDay(({ totals }) => negative(totals.fees)) },
		{ head: day.closing, kind: "balance", width: 16, of: ofDay((proof) => closingOf(proof)?.balance ?? null) },
		{ head: heads.onTheWay, kind: "balance", width: 16, of: ofDay((proof) => onTheWay(closingOf(proof))) },
		{ head: heads.change, kind: "money", width: 16, of: ofDay(({ change }) => change) },
		{ head: heads.explained, kind: "money", width: 16, of: ofDay(({ explained }) => explained) },
		{ head: days.gap, kind: "money", width: 14, of: ofDay(({ gap }) => gap) },
		{ head: heads.at, kind: "time", width: 20, of: ofLine(({ createdAt }) => createdAt) },
		{ head: heads.type, kind: "text", width: 16, of: ofLine(({ type }) => typeLabel(type, labels)) },
		{ head: heads.amount, kind: "money", width: 16, of: ofLine(amount) },
		{ head: heads.fee, kind: "money", width: 14, of: ofLine(fee) },
		{ head: day.after, kind: "balance", width: 16, of: ofLine(({ balanceAfter }) => balanceAfter) },
		{ head: heads.match, kind: "text", width: 30, of: ofLine((line) => whose(line, labels)) },
		{ head: heads.who, kind: "phone", width: 24, of: ofLine(({ payment }) => payment?.who ?? null) },
		{ head: heads.payment, kind: "text", width: 30, of: ofLine(({ payment }) => payment?.id ?? null) },
		{ head: heads.reference, kind: "text", width: 28, of: ofLine(({ reference }) => reference) },
		{ head: heads.uncountedAmount, kind: "money", width: 24, of: ofLine(uncountedAmount) },
		{ head: heads.uncountedFee, kind: "money", width: 20, of: ofLine(uncountedFee) },
	];
}

function ofDay(value: (proof: DayProof) => string | null) {
	return ({ proof, line }: MonthRow) => (line ? null : value(proof));
}

function ofLine(value: (line: DayLine) => string | null) {
	return ({ line }: MonthRow) => line && value(line);
}

function whose({ status, how, verdict, payment }: DayLine, { reconciliation }: ExportLabels): string {
	if (payment && how) return reconciliation.how[how];
	if (status === "explained" && verdict) return reconciliation.dialog.verdicts[verdict];
	return reconciliation.line[status];
}

function onTheWay(closing: Closing | null): string | null {
	return closing && (closing.onTheWay ?? "0.00");
}

function negative(decimal: string): string {
	return toDecimal(-minorOf(decimal));
}
