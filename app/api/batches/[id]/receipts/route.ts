import { exportLabels } from "#app/export-labels.ts";
import { batchPathSchema } from "#lib/contracts/batch-path.ts";
import { receiptQuerySchema } from "#lib/contracts/export.ts";
import { fileResponse } from "#server/http/file-response.ts";
import { handle } from "#server/http/handle.ts";
import { batchReceiptsFile } from "#server/receipts/batch-receipts-file.ts";

export const GET = handle(
	{ action: "payment.read", params: batchPathSchema, query: receiptQuerySchema },
	async ({ context, params, query: { locale = context.config.defaultLocale } }) =>
		fileResponse(await batchReceiptsFile(context, params, { locale, labelsIn: exportLabels })),
);
