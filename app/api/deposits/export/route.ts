import { exportLabels } from "#app/export-labels.ts";
import { paymentExportQuerySchema } from "#lib/contracts/payment.ts";
import { handle } from "#server/http/route-handler.ts";
import { exportPayments } from "#server/payments/read/export-payments.ts";

export const GET = handle({ action: "payment.read", query: paymentExportQuerySchema }, (context, query) =>
	exportPayments(context, { ...query, kind: "deposit" }, exportLabels),
);
