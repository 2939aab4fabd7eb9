import { pauseSchema } from "#lib/contracts/batch.ts";
import { idPathSchema } from "#lib/contracts/common-fields.ts";
import { stopBatch } from "#server/batches/decide/stop-batch.ts";
import { handle } from "#server/http/route-handler.ts";

/** `stopBatch` checks the right to cancel, which depends on who requested the batch. */
export const POST = handle({ action: "payment.read", params: idPathSchema, body: pauseSchema }, stopBatch);
