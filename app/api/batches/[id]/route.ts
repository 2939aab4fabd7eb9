import { batchPathSchema } from "#lib/contracts/batch-path.ts";
import { readBatch } from "#server/batches/read-batch.ts";
import { handle } from "#server/http/handle.ts";

export const GET = handle({ action: "payment.read", params: batchPathSchema }, ({ context, params }) =>
	readBatch(context, params),
);
