import { exportLabels } from "#app/export-labels.ts";
import { monthExportQuerySchema } from "#lib/contracts/month-export.ts";
import { fileResponse } from "#server/http/file-response.ts";
import { handle } from "#server/http/handle.ts";
import { exportMonth } from "#server/reconciliation/export-month.ts";

export const GET = handle(
	{ action: "reconciliation.read", query: monthExportQuerySchema },
	async ({ context, query }) => fileResponse(await exportMonth(context, query, exportLabels)),
);
