import { exportLabels } from "#app/export-labels.ts";
import { idPathSchema } from "#lib/contracts/common-fields.ts";
import { receiptQuerySchema } from "#lib/contracts/export.ts";
import { handle } from "#server/http/handle.ts";
import { batchReceiptsFile } from "#server/receipts/batch-receipts-file.ts";

export const GET = handle(
	{ action: "payment.read", params: idPathSchema, query: receiptQuerySchema },
	(context, { locale = context.config.defaultLocale, ...of }) =>
		batchReceiptsFile(context, of, { locale, labelsIn: exportLabels }),
);
