import { exportLabels } from "#app/export-labels.ts";
import { receiptQuerySchema } from "#lib/contracts/export.ts";
import { depositPathSchema } from "#lib/contracts/payment.ts";
import { handle } from "#server/http/route-handler.ts";
import { receiptFile } from "#server/receipts/receipt-file.ts";

export const GET = handle(
	{ action: "payment.read", params: depositPathSchema, query: receiptQuerySchema },
	(context, { locale = context.config.defaultLocale, ...of }) =>
		receiptFile(context, of, { locale, labelsIn: exportLabels }),
);
