import { sql } from "kysely";
import { isRowView } from "#lib/batches/batch-states.ts";
import type { BatchResultQuery } from "#lib/contracts/batch.ts";
import { minorOf, toDecimal } from "#lib/money.ts";
import { moneyMoved } from "#lib/payment-state.ts";
import { maskDigits, maskPhone } from "#lib/phone.ts";
import { requirePermission } from "#server/access/require-permission.ts";
import { type SelectedRow, selectRows, toBatchRow } from "#server/batches/list-rows.ts";
import { readBatch } from "#server/batches/read-batch.ts";
import type { Context } from "#server/context.ts";
import { type ExportFile, exportFile, fileStem, recordExport, requireExport } from "#server/exports/export-file.ts";
import type { ExportLabels, LabelsIn } from "#server/exports/export-labels.ts";
import { keysetPages } from "#server/exports/keyset-pages.ts";
import type { Column } from "#server/exports/sheet.ts";
import { USED_AT } from "#server/payment-records/payment-summary.ts";

/** Exports every row of a batch with its outcome. Throws forbidden, not_found, invalid_input (`format: too_many_rows`), step_up_needed. */
export async function exportResult(
	context: Context,
	{ id, format, locale = context.config.defaultLocale, ask }: BatchResultQuery & { id: string },
	labelsIn: LabelsIn,
): Promise<ExportFile> {
	requirePermission(context, "payment.read");
	const batch = await readBatch(context, { id });
	await requireExport(context, format, batch.rowCount);
	const subject = { action: "batch.exported", subjectKind: "batch", subjectId: id } as const;
	await recordExport(context, subject, { format, ask });
	const labels = labelsIn(locale);
	const sheet = {
		name: labels.batches.title,
		columns: columnsIn(labels),
		currencyOf,
		groupOf: (row: SelectedRow) => stateIn(labels, row),
		batches: keysetPages<ResultRow>((last, limit) =>
			selectRows(context, id)
				.select([USED_AT.as("used_at"), "payment.processed_at", "payment.paid_amount", FEE])
				.where("batch_row.n", ">", last?.n ?? 0)
				.limit(limit)
				.execute(),
		),
	};
	const stem = fileStem(context, "batch", batch.name);
	return exportFile(context, sheet, { stem, format, locale, ask, labels });
}

const FEE = sql<
	string | null
>`(select movement.fee from reconciliation_line as line join movement on movement.id = line.movement_id
	where line.payment_id = payment.id and line.status = 'matched')`.as("fee");

interface ResultRow extends SelectedRow {
	used_at: Date | null;
	processed_at: Date | null;
	paid_amount: string | null;
	fee: string | null;
}

function currencyOf({ facts, currency }: SelectedRow): string {
	return facts?.currency ?? currency;
}

function stateIn({ batches, states }: ExportLabels, { state }: SelectedRow): string {
	return isRowView(state) ? batches.rowStates[state] : states.payout[state];
}

function columnsIn(labels: ExportLabels): Column<ResultRow>[] {
	const { batches, exports, payments } = labels;
	const { column } = batches;
	return [
		{ head: column.n, kind: "count", width: 8, of: ({ n }) => String(n) },
		{ head: column.name, kind: "text", width: 28, of: ({ name }) => name },
		{ head: column.destination, kind: "phone", width: 22, of: numberOf },
		{ head: column.operator, kind: "text", width: 18, of: (row) => toBatchRow(row).operatorName },
		{ head: column.purpose, kind: "text", width: 28, of: ({ purpose }) => purpose },
		{ head: column.state, kind: "text", width: 24, of: (row) => stateIn(labels, row) },
		{ head: column.amount, kind: "money", width: 16, of: amountOf },
		{ head: exports.heads.paid, kind: "money", width: 16, of: paidOf },
		{ head: exports.heads.fee, kind: "money", width: 12, of: ({ fee }) => fee && toDecimal(-minorOf(fee)) },
		{ head: exports.heads.currency, kind: "currency", width: 10, of: currencyOf },
		{ head: payments.fact.reference, kind: "text", width: 28, of: ({ reference }) => reference },
		{ head: payments.fact.sent, kind: "time", width: 20, of: ({ used_at: at }) => at?.toISOString() ?? null },
		{ head: payments.fact.processed, kind: "time", width: 20, of: ({ processed_at: at }) => at?.toISOString() ?? null },
		{ head: payments.fact.id, kind: "text", width: 30, of: ({ payment_id: id }) => id },
	];
}

function paidOf(row: ResultRow): string | null {
	if (isRowView(row.state) || moneyMoved(row.state) !== "yes") return null;
	return row.paid_amount === null ? amountOf(row) : toDecimal(-minorOf(row.paid_amount));
}

/** Payouts are negative, as in every export. A row that is left out or faulty has no amount, since no total of the page counts it. */
function amountOf({ facts, faults }: SelectedRow): string | null {
	return facts && faults.length === 0 ? toDecimal(-minorOf(facts.amount)) : null;
}

function numberOf({ facts, destination }: SelectedRow): string {
	return facts ? maskPhone(facts.number) : maskDigits(destination);
}
