import { batchCopySchema } from "#lib/contracts/batch.ts";
import { idPathSchema } from "#lib/contracts/common-fields.ts";
import { copyBatch } from "#server/batches/draft/copy-batch.ts";
import { handle } from "#server/http/route-handler.ts";

export const POST = handle(
	{ action: "payout.request", params: idPathSchema, body: batchCopySchema, status: 201 },
	(context, input, { idempotencyKey }) => copyBatch(context, input, idempotencyKey),
);
