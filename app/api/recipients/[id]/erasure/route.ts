import { idPathSchema } from "#lib/contracts/common-fields.ts";
import { handle } from "#server/http/route-handler.ts";
import { eraseRecipient } from "#server/recipients/erase-recipient.ts";

/** Deletes a recipient permanently, whereas `DELETE /api/recipients/{id}` only archives. */
export const POST = handle({ action: "settings.manage", params: idPathSchema }, eraseRecipient);
