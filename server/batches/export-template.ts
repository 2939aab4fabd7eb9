import type { BatchInputRow, BatchResultQuery } from "#lib/contracts/batch.ts";
import { requirePermission } from "#server/access/permissions.ts";
import { type SelectedRow, selectRows } from "#server/batches/list-rows.ts";
import { readBatch } from "#server/batches/read-batches.ts";
import type { Context } from "#server/context.ts";
import { type ExportFile, exportDay, exportFile, recordExport, requireExport } from "#server/exports/export-file.ts";
import { type ExportLabels, type LabelsIn, labelOr } from "#server/exports/export-labels.ts";
import { keysetPages } from "#server/exports/keyset-pages.ts";
import type { Column } from "#server/exports/sheet.ts";

/** An empty file with the headings under which each column is found again. Throws forbidden. */
export function exportTemplate(
	context: Context,
	{ format, locale = context.config.defaultLocale, ask }: BatchResultQuery,
	labelsIn: LabelsIn,
): ExportFile {
	requirePermission(context, "payout.request");
	const labels = labelsIn(locale);
	const columns = inputColumns<BatchInputRow>(labels);
	const sheet = { name: labels.batches.templateName, columns, currencyOf: () => "", batches: nothing() };
	return exportFile(context, sheet, { stem: "batch-template", format, locale, ask, labels });
}

async function* nothing(): AsyncGenerator<BatchInputRow[]> {}

/** Every cell is a text, so that no program cuts a zero or writes a number in another way. */
function inputColumns<Row extends Required<BatchInputRow> | BatchInputRow>({
	batches: { column },
}: ExportLabels): Column<Row>[] {
	const of = (field: keyof BatchInputRow, width: number): Column<Row> => ({
		...{ head: column[field], width, of: (row) => row[field] ?? "" },
		kind: field === "destination" ? "phone" : "text",
	});
	return [
		...[of("name", 28), of("destination", 22), of("amount", 16), of("currency", 10)],
		...[of("operator", 18), of("country", 14), of("purpose", 28)],
	];
}

/** The rows that cannot be sent, as they were typed, with what is wrong in one more column: corrected, the file is a batch again. */
export async function exportFaults(
	context: Context,
	{ id, format, locale = context.config.defaultLocale, ask }: BatchResultQuery & { id: string },
	labelsIn: LabelsIn,
): Promise<ExportFile> {
	requirePermission(context, "payment.read");
	const batch = await readBatch(context, { id });
	await requireExport(context, format, batch.faultCount);
	const subject = { action: "batch.faults_exported", subjectKind: "batch", subjectId: id } as const;
	await recordExport(context, subject, { format, ask });
	const labels = labelsIn(locale);
	const said = { head: labels.batches.whatIsWrong, kind: "text", width: 60, of: faultsIn(labels) } as const;
	const sheet = {
		name: labels.batches.faultyRows,
		columns: [...inputColumns<SelectedRow>(labels), said],
		currencyOf: ({ currency }: SelectedRow) => currency,
		batches: keysetPages<SelectedRow>((last, limit) =>
			selectRows(context, id, "faulty")
				.where("batch_row.n", ">", last?.n ?? 0)
				.limit(limit)
				.execute(),
		),
	};
	return exportFile(context, sheet, { stem: `batch-faults-${exportDay(context)}`, format, locale, ask, labels });
}

function faultsIn({ batches }: ExportLabels): (row: SelectedRow) => string {
	return ({ faults }) =>
		faults
			.map(({ field, code }) => {
				const said = labelOr(batches.faults, code);
				return field === null ? said : `${batches.column[field]}: ${said}`;
			})
			.join(" · ");
}
