import { z } from "zod";
import { MOST_BATCH_BYTES } from "#lib/batches/batch-states.ts";
import { batchFileSchema, batchQuerySchema, batchRequestSchema } from "#lib/contracts/batch.ts";
import { createBatch, createBatchOfFile } from "#server/batches/draft/create-batch.ts";
import { listBatches } from "#server/batches/list-batches.ts";
import { handle } from "#server/http/route-handler.ts";

export const GET = handle({ action: "payment.read", query: batchQuerySchema }, listBatches);

const body = z.union([batchRequestSchema, batchFileSchema]);

export const POST = handle(
	{ action: "payout.request", body, bodyBytes: MOST_BATCH_BYTES, file: true, status: 201 },
	(context, asked, { idempotencyKey: key }) =>
		"file" in asked ? createBatchOfFile(context, asked, key) : createBatch(context, asked, key),
);
