import { exportLabels } from "#app/export-labels.ts";
import { batchResultQuerySchema } from "#lib/contracts/batch.ts";
import { batchPathSchema } from "#lib/contracts/batch-path.ts";
import { exportFaults } from "#server/batches/export-faults.ts";
import { fileResponse } from "#server/http/file-response.ts";
import { handle } from "#server/http/handle.ts";

export const GET = handle(
	{ action: "payment.read", params: batchPathSchema, query: batchResultQuerySchema },
	async ({ context, params, query }) =>
		fileResponse(await exportFaults(context, { ...params, ...query }, exportLabels)),
);
