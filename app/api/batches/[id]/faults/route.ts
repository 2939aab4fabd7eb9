import { exportLabels } from "#app/export-labels.ts";
import { batchResultQuerySchema } from "#lib/contracts/batch.ts";
import { idPathSchema } from "#lib/contracts/common-fields.ts";
import { exportFaults } from "#server/batches/export-faults.ts";
import { handle } from "#server/http/route-handler.ts";

export const GET = handle(
	{ action: "payment.read", params: idPathSchema, query: batchResultQuerySchema },
	(context, input) => exportFaults(context, input, exportLabels),
);
