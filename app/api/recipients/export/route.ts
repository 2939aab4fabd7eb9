import { exportLabels } from "#app/export-labels.ts";
import { recipientExportQuerySchema } from "#lib/contracts/recipient.ts";
import { handle } from "#server/http/route-handler.ts";
import { exportRecipients } from "#server/recipients/export-recipients.ts";

export const GET = handle({ action: "recipient.manage", query: recipientExportQuerySchema }, (context, input) =>
	exportRecipients(context, input, exportLabels),
);
