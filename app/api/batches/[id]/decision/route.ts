import { batchDecisionSchema } from "#lib/contracts/batch.ts";
import { batchPathSchema } from "#lib/contracts/batch-path.ts";
import { LONG_LIST_BYTES } from "#lib/payments/lists.ts";
import { decideBatch } from "#server/batches/decide/decide-batch.ts";
import { handle } from "#server/http/handle.ts";

/** `decideBatch` checks the right, which depends on the decision. */
export const POST = handle(
	{ action: "payment.read", params: batchPathSchema, body: batchDecisionSchema, bodyBytes: LONG_LIST_BYTES },
	({ context, params, body }) => decideBatch(context, { ...params, ...body }),
);
