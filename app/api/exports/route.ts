import { exportLabels } from "#app/export-labels.ts";
import { exportRequestSchema } from "#lib/contracts/background-export.ts";
import { listExports } from "#server/background-exports/list-exports.ts";
import { requestExport } from "#server/background-exports/request-export.ts";
import { handle } from "#server/http/route-handler.ts";

export const GET = handle({ action: "payment.read" }, listExports);

export const POST = handle({ action: "payment.read", body: exportRequestSchema, status: 201 }, (context, input) =>
	requestExport(context, input, exportLabels),
);
