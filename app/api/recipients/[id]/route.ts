import { idPathSchema } from "#lib/contracts/common-fields.ts";
import { recipientChangeSchema } from "#lib/contracts/recipient.ts";
import { handle } from "#server/http/route-handler.ts";
import { archiveRecipient } from "#server/recipients/archive-recipient.ts";
import { changeRecipient } from "#server/recipients/change-recipient.ts";

export const PATCH = handle(
	{ action: "recipient.manage", params: idPathSchema, body: recipientChangeSchema },
	changeRecipient,
);

export const DELETE = handle({ action: "recipient.manage", params: idPathSchema }, archiveRecipient);
