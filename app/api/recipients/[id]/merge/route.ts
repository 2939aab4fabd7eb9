import { recipientMergeSchema, recipientPathSchema } from "#lib/contracts/recipient.ts";
import { handle } from "#server/http/handle.ts";
import { mergeRecipients } from "#server/recipients/merge-recipients.ts";

export const POST = handle(
	{ action: "recipient.manage", params: recipientPathSchema, body: recipientMergeSchema },
	({ context, params, body }) => mergeRecipients(context, { ...params, ...body }),
);
