import { pauseSchema } from "#lib/contracts/batch.ts";
import { idPathSchema } from "#lib/contracts/common-fields.ts";
import { pauseBatch } from "#server/batches/pause-batch.ts";
import { handle } from "#server/http/route-handler.ts";

export const POST = handle({ action: "sending.stop", params: idPathSchema, body: pauseSchema }, pauseBatch);
