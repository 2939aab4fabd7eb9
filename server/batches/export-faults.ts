import type { BatchResultQuery } from "#lib/contracts/batch.ts";
import { requirePermission } from "#server/access/permissions.ts";
import { inputColumns } from "#server/batches/export-template.ts";
import { type SelectedRow, selectRows } from "#server/batches/list-rows.ts";
import { readBatch } from "#server/batches/read-batch.ts";
import type { Context } from "#server/context.ts";
import { type ExportFile, exportDay, exportFile, recordExport, requireExport } from "#server/exports/export-file.ts";
import { type ExportLabels, type LabelsIn, labelOr } from "#server/exports/export-labels.ts";

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
		batches: readFaulty(context, id),
	};
	return exportFile(context, sheet, { stem: `batch-faults-${exportDay(context)}`, format, locale, ask, labels });
}

const AT_ONCE = 1_000;

async function* readFaulty(context: Context, id: string): AsyncGenerator<SelectedRow[]> {
	for (let last = 0, more = true; more; ) {
		const rows = await selectRows(context, id, "faulty").where("batch_row.n", ">", last).limit(AT_ONCE).execute();
		if (rows.length > 0) yield rows;
		more = rows.length === AT_ONCE;
		last = rows.at(-1)?.n ?? last;
	}
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
