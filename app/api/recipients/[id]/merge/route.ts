import { idPathSchema } from "#lib/contracts/common-fields.ts";
import { recipientMergeSchema } from "#lib/contracts/recipient.ts";
import { handle } from "#server/http/route-handler.ts";
import { mergeRecipients } from "#server/recipients/merge-recipients.ts";

export const POST = handle(
	{ action: "recipient.manage", params: idPathSchema, body: recipientMergeSchema },
	mergeRecipients,
);
