import { idPathSchema } from "#lib/contracts/common-fields.ts";
import { handle } from "#server/http/route-handler.ts";
import { removeView } from "#server/views/remove-view.ts";

export const DELETE = handle({ action: "payment.read", params: idPathSchema, status: 204 }, removeView);
