import type { BatchInputRow, BatchResultQuery } from "#lib/contracts/batch.ts";
import { requirePermission } from "#server/access/require-permission.ts";
import type { Context } from "#server/context.ts";
import { type ExportFile, exportFile } from "#server/exports/export-file.ts";
import type { ExportLabels, LabelsIn } from "#server/exports/export-labels.ts";
import type { Column } from "#server/exports/sheet.ts";

/** Exports a file with headings only, which the upload recognises. Throws forbidden. */
export function exportTemplate(
	context: Context,
	{ format, locale = context.config.defaultLocale, ask }: BatchResultQuery,
	labelsIn: LabelsIn,
): ExportFile {
	requirePermission(context, "payout.request");
	const labels = labelsIn(locale);
	const columns = inputColumns<BatchInputRow>(labels);
	const sheet = { name: labels.batches.templateName, columns, currencyOf: () => "", batches: [] };
	return exportFile(context, sheet, { stem: "batch-template", format, locale, ask, labels });
}

/** Every cell is text, so that no spreadsheet program drops a leading zero or rewrites a number. */
export function inputColumns<Row extends Required<BatchInputRow> | BatchInputRow>({
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
