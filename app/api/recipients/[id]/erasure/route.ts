import { recipientPathSchema } from "#lib/contracts/recipient.ts";
import { handle } from "#server/http/handle.ts";
import { eraseRecipient } from "#server/recipients/erase-recipient.ts";

/** `DELETE /api/recipients/{id}` archives; this deletes for ever. */
export const POST = handle({ action: "settings.manage", params: recipientPathSchema }, ({ context, params }) =>
	eraseRecipient(context, params),
);
