import { exportLabels } from "#app/export-labels.ts";
import { paymentExportQuerySchema } from "#lib/contracts/payment.ts";
import { fileResponse } from "#server/http/file-response.ts";
import { handle } from "#server/http/handle.ts";
import { exportPayments } from "#server/payments/read/export-payments.ts";

export const GET = handle({ action: "payment.read", query: paymentExportQuerySchema }, async ({ context, query }) =>
	fileResponse(await exportPayments(context, { ...query, kind: "payout" }, exportLabels)),
);
