import { exportLabels } from "#app/export-labels.ts";
import { recipientExportQuerySchema } from "#lib/contracts/recipient.ts";
import { fileResponse } from "#server/http/file-response.ts";
import { handle } from "#server/http/handle.ts";
import { exportRecipients } from "#server/recipients/export-recipients.ts";

export const GET = handle({ action: "recipient.manage", query: recipientExportQuerySchema }, async (call) =>
	fileResponse(await exportRecipients(call.context, call.query, exportLabels)),
);
