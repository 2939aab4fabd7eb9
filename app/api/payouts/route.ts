import { paymentQuerySchema } from "#lib/contracts/payment.ts";
import { payoutRequestSchema } from "#lib/contracts/payment-request.ts";
import { handle } from "#server/http/route-handler.ts";
import { listPayments } from "#server/payments/read/list-payments.ts";
import { requestPayout } from "#server/payments/request/request-payout.ts";

export const GET = handle({ action: "payment.read", query: paymentQuerySchema }, (context, query) =>
	listPayments(context, { ...query, kind: "payout" }),
);

export const POST = handle(
	{ action: "payout.request", body: payoutRequestSchema, status: 201 },
	(context, input, call) => requestPayout(context, input, call.idempotencyKey),
);
