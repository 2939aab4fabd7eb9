import { batchPathSchema, pauseSchema } from "#lib/contracts/batch.ts";
import { stopBatch } from "#server/batches/stop-batch.ts";
import { handle } from "#server/http/handle.ts";

export const POST = handle(
	{ action: "payout.cancel_own", params: batchPathSchema, body: pauseSchema },
	({ context, params, body }) => stopBatch(context, { ...params, ...body }),
);
