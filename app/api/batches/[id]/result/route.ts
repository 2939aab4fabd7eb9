import { exportLabels } from "#app/export-labels.ts";
import { batchResultQuerySchema } from "#lib/contracts/batch.ts";
import { idPathSchema } from "#lib/contracts/common-fields.ts";
import { exportResult } from "#server/batches/export-result.ts";
import { handle } from "#server/http/route-handler.ts";

export const GET = handle(
	{ action: "payment.read", params: idPathSchema, query: batchResultQuerySchema },
	(context, input) => exportResult(context, input, exportLabels),
);
