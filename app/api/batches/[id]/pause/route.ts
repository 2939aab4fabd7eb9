import { pauseSchema } from "#lib/contracts/batch.ts";
import { batchPathSchema } from "#lib/contracts/batch-path.ts";
import { pauseBatch } from "#server/batches/pause-batch.ts";
import { handle } from "#server/http/handle.ts";

export const POST = handle(
	{ action: "sending.stop", params: batchPathSchema, body: pauseSchema },
	({ context, params, body }) => pauseBatch(context, { ...params, ...body }),
);
