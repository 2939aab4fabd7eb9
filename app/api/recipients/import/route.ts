import { MOST_BATCH_BYTES } from "#lib/batches/batch-states.ts";
import { recipientImportSchema } from "#lib/contracts/recipient.ts";
import { handle } from "#server/http/route-handler.ts";
import { importRecipients } from "#server/recipients/import-recipients.ts";

export const POST = handle(
	{ action: "recipient.manage", body: recipientImportSchema, bodyBytes: MOST_BATCH_BYTES },
	importRecipients,
);
