import { exportLabels } from "#app/export-labels.ts";
import { receiptQuerySchema } from "#lib/contracts/export.ts";
import { paymentPathSchema } from "#lib/contracts/payment.ts";
import { fileResponse } from "#server/http/file-response.ts";
import { handle } from "#server/http/handle.ts";
import { receiptFile } from "#server/receipts/receipt-file.ts";

export const GET = handle(
	{ action: "payment.read", params: paymentPathSchema, query: receiptQuerySchema },
	async ({ context, params: { id }, query: { locale = context.config.defaultLocale } }) =>
		fileResponse(await receiptFile(context, { kind: "deposit", id }, { locale, labelsIn: exportLabels })),
);
