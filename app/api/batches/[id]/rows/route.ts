import { batchPathSchema, rowQuerySchema } from "#lib/contracts/batch.ts";
import { listRows } from "#server/batches/list-rows.ts";
import { handle } from "#server/http/handle.ts";

export const GET = handle(
	{ action: "payment.read", params: batchPathSchema, query: rowQuerySchema },
	({ context, params, query }) => listRows(context, { ...params, ...query }),
);
