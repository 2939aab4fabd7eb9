import { paymentSumsQuerySchema } from "#lib/contracts/payment-sums.ts";
import { handle } from "#server/http/route-handler.ts";
import { sumPayments } from "#server/payments/read/sum-payments.ts";

export const GET = handle({ action: "payment.read", query: paymentSumsQuerySchema }, (context, query) =>
	sumPayments(context, { ...query, kind: "deposit" }),
);
