import { idPathSchema } from "#lib/contracts/common-fields.ts";
import { removeExport } from "#server/background-exports/remove-export.ts";
import { handle } from "#server/http/route-handler.ts";

export const DELETE = handle({ action: "payment.read", params: idPathSchema, status: 204 }, removeExport);
