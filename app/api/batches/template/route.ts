import { exportLabels } from "#app/export-labels.ts";
import { batchResultQuerySchema } from "#lib/contracts/batch.ts";
import { exportTemplate } from "#server/batches/export-template.ts";
import { handle } from "#server/http/route-handler.ts";

export const GET = handle({ action: "payout.request", query: batchResultQuerySchema }, (context, input) =>
	exportTemplate(context, input, exportLabels),
);
