import { MOST_BATCH_BYTES } from "#lib/batches/batch-states.ts";
import { batchQuerySchema, batchRequestSchema } from "#lib/contracts/batch.ts";
import { createBatch } from "#server/batches/create-batch.ts";
import { listBatches } from "#server/batches/list-batches.ts";
import { handle } from "#server/http/handle.ts";

export const GET = handle({ action: "payment.read", query: batchQuerySchema }, ({ context, query }) =>
	listBatches(context, query),
);

export const POST = handle(
	{ action: "payout.request", body: batchRequestSchema, bodyBytes: MOST_BATCH_BYTES, status: 201 },
	(call) => createBatch(call.context, call.body, call.idempotencyKey),
);
