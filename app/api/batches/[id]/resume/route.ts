import { idPathSchema } from "#lib/contracts/common-fields.ts";
import { resumeBatch } from "#server/batches/resume-batch.ts";
import { handle } from "#server/http/route-handler.ts";

export const POST = handle({ action: "sending.stop", params: idPathSchema }, resumeBatch);
