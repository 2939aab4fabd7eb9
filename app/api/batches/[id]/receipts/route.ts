import { exportLabels } from "#app/export-labels.ts";
import { batchPathSchema } from "#lib/contracts/batch-path.ts";
import { batchReceiptsQuerySchema } from "#lib/contracts/export.ts";
import { fileResponse } from "#server/http/file-response.ts";
import { handle } from "#server/http/handle.ts";
import { batchReceiptsFile } from "#server/receipts/batch-receipts-file.ts";

export const GET = handle(
	{ action: "payment.read", params: batchPathSchema, query: batchReceiptsQuerySchema },
	async ({ context, params, query: { locale = context.config.defaultLocale, ask } }) =>
		fileResponse({
			...(await batchReceiptsFile(context, params, { locale, labelsIn: exportLabels })),
			askedOnly: ask !== undefined,
		}),
);
