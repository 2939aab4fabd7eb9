import { recipientQuerySchema, recipientRequestSchema } from "#lib/contracts/recipient.ts";
import { handle } from "#server/http/route-handler.ts";
import { createRecipient } from "#server/recipients/create-recipient.ts";
import { listRecipients } from "#server/recipients/list-recipients.ts";

export const GET = handle({ action: "recipient.read", query: recipientQuerySchema }, listRecipients);

export const POST = handle(
	{ action: "recipient.manage", body: recipientRequestSchema, status: 201 },
	(context, input, call) => createRecipient(context, input, call.idempotencyKey),
);
