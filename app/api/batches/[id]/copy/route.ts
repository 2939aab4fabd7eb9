import { batchCopySchema } from "#lib/contracts/batch.ts";
import { batchPathSchema } from "#lib/contracts/batch-path.ts";
import { copyBatch } from "#server/batches/draft/copy-batch.ts";
import { handle } from "#server/http/handle.ts";

export const POST = handle(
	{ action: "payout.request", params: batchPathSchema, body: batchCopySchema, status: 201 },
	({ context, params, body, idempotencyKey }) => copyBatch(context, { ...params, ...body }, idempotencyKey),
);
