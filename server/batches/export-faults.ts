import type { BatchResultQuery } from "#lib/contracts/batch.ts";
import { requirePermission } from "#server/access/require-permission.ts";
import { inputColumns } from "#server/batches/export-template.ts";
import { type SelectedRow, selectRows } from "#server/batches/list-rows.ts";
import { readBatch } from "#server/batches/read-batch.ts";
import type { Context } from "#server/context.ts";
import { type ExportFile, exportFile, fileStem, recordExport, requireExport } from "#server/exports/export-file.ts";
import { type ExportLabels, type LabelsIn, labelOr } from "#server/exports/export-labels.ts";
import { keysetPages } from "#server/exports/keyset-pages.ts";

/** Exports the rows that cannot be sent, as typed, with their faults in one more column: people can correct and upload the file. */
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
	const faultColumn = { head: labels.batches.whatIsWrong, kind: "text", width: 60, of: faultsIn(labels) } as const;
	const sheet = {
		name: labels.batches.faultyRows,
		columns: [...inputColumns<SelectedRow>(labels), faultColumn],
		currencyOf: ({ currency }: SelectedRow) => currency,
		batches: keysetPages<SelectedRow>((last, limit) =>
			selectRows(context, id, "faulty")
				.where("batch_row.n", ">", last?.n ?? 0)
				.limit(limit)
				.execute(),
		),
	};
	const stem = fileStem(context, "batch-faults", batch.name);
	return exportFile(context, sheet, { stem, format, locale, ask, labels });
}

function faultsIn({ batches }: ExportLabels): (row: SelectedRow) => string {
	return ({ faults }) =>
		faults
			.map(({ field, code }) => {
				const text = labelOr(batches.faults, code);
				return field === null ? text : `${batches.column[field]}: ${text}`;
			})
			.join(" · ");
}
