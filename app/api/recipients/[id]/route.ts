import { recipientChangeSchema, recipientPathSchema } from "#lib/contracts/recipient.ts";
import { handle } from "#server/http/handle.ts";
import { archiveRecipient } from "#server/recipients/archive-recipient.ts";
import { changeRecipient } from "#server/recipients/change-recipient.ts";

export const PATCH = handle(
	{ action: "recipient.manage", params: recipientPathSchema, body: recipientChangeSchema },
	({ context, params, body }) => changeRecipient(context, { ...params, ...body }),
);

export const DELETE = handle({ action: "recipient.manage", params: recipientPathSchema }, ({ context, params }) =>
	archiveRecipient(context, params),
);
