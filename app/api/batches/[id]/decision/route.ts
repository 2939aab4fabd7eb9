import { batchDecisionSchema } from "#lib/contracts/batch.ts";
import { idPathSchema } from "#lib/contracts/common-fields.ts";
import { LONG_LIST_BYTES } from "#lib/payments/lists.ts";
import { decideBatch } from "#server/batches/decide/decide-batch.ts";
import { handle } from "#server/http/route-handler.ts";

/** `decideBatch` checks the right, which depends on the decision. */
export const POST = handle(
	{ action: "payment.read", params: idPathSchema, body: batchDecisionSchema, bodyBytes: LONG_LIST_BYTES },
	decideBatch,
);
