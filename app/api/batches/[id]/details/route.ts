import { idPathSchema } from "#lib/contracts/common-fields.ts";
import { readDetails } from "#server/batches/read-details.ts";
import { handle } from "#server/http/route-handler.ts";

export const GET = handle({ action: "payment.read", params: idPathSchema }, readDetails);
