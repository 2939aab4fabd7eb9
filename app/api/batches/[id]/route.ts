import { idPathSchema } from "#lib/contracts/common-fields.ts";
import { readBatch } from "#server/batches/read-batch.ts";
import { handle } from "#server/http/route-handler.ts";

export const GET = handle({ action: "payment.read", params: idPathSchema }, readBatch);
