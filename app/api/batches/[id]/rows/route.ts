import { rowQuerySchema, rowsChangeSchema } from "#lib/contracts/batch.ts";
import { batchPathSchema } from "#lib/contracts/batch-path.ts";
import { changeRows } from "#server/batches/draft/change-rows.ts";
import { listRows } from "#server/batches/list-rows.ts";
import { handle } from "#server/http/handle.ts";

export const GET = handle(
	{ action: "payment.read", params: batchPathSchema, query: rowQuerySchema },
	({ context, params, query }) => listRows(context, { ...params, ...query }),
);

export const PATCH = handle(
	{ action: "payout.request", params: batchPathSchema, body: rowsChangeSchema },
	({ context, params, body }) => changeRows(context, { ...params, ...body }),
);
