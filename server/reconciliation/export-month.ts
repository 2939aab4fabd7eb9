import { closingBalanceOf } from "#lib/closing-balance.ts";
import type { ClosingBalance, DayLine, DayProof, MonthExportQuery, ShownDay } from "#lib/contracts/reconciliation.ts";
import { minorOf, negated, toDecimal } from "#lib/money.ts";
import { requirePermission } from "#server/access/require-permission.ts";
import type { Context } from "#server/context.ts";
import {
	type ExportFile,
	exportFile,
	exportWorkbook,
	recordExport,
	requireExport,
} from "#server/exports/export-file.ts";
import type { ExportLabels, LabelsIn } from "#server/exports/export-labels.ts";
import { movementCells, typeLabel } from "#server/exports/movement-cells.ts";
import type { Column } from "#server/exports/sheet.ts";
import { sheetPart } from "#server/exports/xlsx-file.ts";
import { readMonth } from "#server/reconciliation/list-days.ts";
import { withOpenLines } from "#server/reconciliation/open-lines.ts";
import { signedBy } from "#server/reconciliation/proof/effects.ts";
import { readDayLines } from "#server/reconciliation/read-day.ts";
import type { WalletKey } from "#server/store/sql-fragments.ts";
import { requireWalletKey } from "#server/wallets/balance-readings.ts";

const BATCH_ROWS = 1_000;

type MonthLine = DayLine & { day: string; signed: ReturnType<typeof signedBy> };

/**
 * Exports a month for the accountant: its days with their proofs, and their lines. A workbook has both as sheets; a CSV has the days
 * (`csv`) or the lines (`lines`). Throws forbidden, wallet_unknown, and what `requireExport` throws.
 */
export async function exportMonth(context: Context, input: MonthExportQuery, labelsIn: LabelsIn): Promise<ExportFile> {
	requirePermission(context, "reconciliation.read");
	const { currency, month, format, locale = context.config.defaultLocale, ask } = input;
	const labels = labelsIn(locale);
	const wallet = requireWalletKey(context, currency);
	const kept = (await readMonth(context.database, wallet, month)).toReversed();
	const days = await withOpenLines(context.database, wallet, kept);
	await requireExport(
		context,
		format === "xlsx" ? format : "csv",
		days.reduce((rows, { totals }) => rows + 1 + totals.count, 0),
	);
	const subject = { action: "reconciliation.exported", subjectKind: "wallet", subjectId: currency } as const;
	await recordExport(context, subject, { month, format, ask });
	const stem = `reconciliation-${currency}-${month}`;
	const daySheet = {
		name: labels.exports.days,
		columns: dayColumns(labels),
		currencyOf: () => currency,
		batches: [days],
	};
	const lineSheet = {
		name: labels.exports.lines,
		columns: lineColumns(labels),
		currencyOf: () => currency,
		batches: lineRows(context, wallet, days),
	};
	const file = { stem, locale, ask, labels };
	if (format === "csv") return exportFile(context, daySheet, { ...file, format });
	if (format === "lines") return exportFile(context, lineSheet, { ...file, stem: `${stem}-lines`, format: "csv" });
	const [total, { timeZone }] = [labels.exports.total, context.config];
	return exportWorkbook([sheetPart(daySheet, total, timeZone), sheetPart(lineSheet, total, timeZone)], file);
}

async function* lineRows(context: Context, wallet: WalletKey, days: readonly DayProof[]): AsyncGenerator<MonthLine[]> {
	for (const proof of days) {
		const ofDay = { day: proof.day, signed: signedBy(proof.rule) };
		for await (const lines of readDayLines(context.database, wallet, proof, BATCH_ROWS))
			yield lines.map((line) => ({ ...line, ...ofDay }));
	}
}

function dayColumns({ exports: { heads }, reconciliation }: ExportLabels): Column<ShownDay>[] {
	const { days, day, status } = reconciliation;
	return [
		{ head: days.day, kind: "day", width: 12, of: (proof) => proof.day },
		{ head: days.result, kind: "text", width: 14, of: (proof) => status[proof.isDecided ? "decided" : proof.status] },
		{ head: day.opening, kind: "balance", width: 16, of: ({ opening }) => opening?.balance ?? null },
		{ head: days.in, kind: "money", width: 16, of: ({ totals }) => totals.in },
		{ head: days.out, kind: "money", width: 16, of: ({ totals }) => negated(totals.out) },
		{ head: heads.dayFees, kind: "money", width: 14, of: countedFees },
		{ head: day.closing, kind: "balance", width: 16, of: (proof) => closingBalanceOf(proof)?.balance ?? null },
		{ head: heads.onTheWay, kind: "balance", width: 16, of: (proof) => onTheWay(closingBalanceOf(proof)) },
		{ head: heads.change, kind: "money", width: 16, of: ({ change }) => change },
		{ head: heads.explained, kind: "money", width: 16, of: ({ explained }) => explained },
		{ head: days.gap, kind: "money", width: 14, of: ({ gap }) => gap },
		{ head: days.unexplained, kind: "count", width: 18, of: ({ openLines }) => String(openLines.unexplained) },
	];
}

/** Returns the fees that the rule counts in addition to the amounts, negative for a cost; all fees if the day has no two readings. */
function countedFees({ totals, explained, held }: ShownDay): string {
	if (explained === null) return negated(totals.fees);
	return toDecimal(minorOf(explained) - minorOf(held) - minorOf(totals.in) + minorOf(totals.out));
}

function lineColumns(labels: ExportLabels): Column<MonthLine>[] {
	const { exports, reconciliation } = labels;
	const { heads } = exports;
	const { amount, fee, uncountedAmount, uncountedFee } = movementCells;
	return [
		{ head: reconciliation.days.day, kind: "day", width: 12, of: ({ day }) => day },
		{ head: heads.at, kind: "time", width: 20, of: ({ createdAt }) => createdAt },
		{ head: heads.type, kind: "text", width: 16, of: ({ type }) => typeLabel(type, labels) },
		{ head: heads.amount, kind: "money", width: 16, of: amount },
		{ head: heads.fee, kind: "money", width: 14, of: fee },
		{ head: reconciliation.day.after, kind: "balance", width: 16, of: ({ balanceAfter }) => balanceAfter },
		{ head: heads.match, kind: "text", width: 30, of: (line) => matchText(line, labels) },
		{ head: heads.who, kind: "phone", width: 24, of: ({ payment }) => payment?.who ?? null },
		{ head: heads.payment, kind: "text", width: 30, of: ({ payment }) => payment?.id ?? null },
		{ head: heads.reference, kind: "text", width: 28, of: ({ reference }) => reference },
		{ head: heads.uncountedAmount, kind: "money", width: 24, of: uncountedAmount },
		{ head: heads.uncountedFee, kind: "money", width: 20, of: uncountedFee },
	];
}

function matchText({ status, how, verdict, payment }: DayLine, { reconciliation }: ExportLabels): string {
	if (payment && how) return reconciliation.how[how];
	if (status === "explained" && verdict) return reconciliation.verdicts[verdict];
	return reconciliation.line[status];
}

function onTheWay(closing: ClosingBalance | null): string | null {
	return closing && (closing.onTheWay ?? "0.00");
}
