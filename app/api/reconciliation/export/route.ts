import { exportLabels } from "#app/export-labels.ts";
import { monthExportQuerySchema } from "#lib/contracts/reconciliation.ts";
import { handle } from "#server/http/route-handler.ts";
import { exportMonth } from "#server/reconciliation/export-month.ts";

export const GET = handle({ action: "reconciliation.read", query: monthExportQuerySchema }, (context, input) =>
	exportMonth(context, input, exportLabels),
);
