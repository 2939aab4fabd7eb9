import { paymentQuerySchema } from "#lib/contracts/payment.ts";
import { depositRequestSchema } from "#lib/contracts/payment-request.ts";
import { handle } from "#server/http/route-handler.ts";
import { listPayments } from "#server/payments/read/list-payments.ts";
import { startDeposit } from "#server/payments/request/start-deposit.ts";

export const GET = handle({ action: "payment.read", query: paymentQuerySchema }, (context, query) =>
	listPayments(context, { ...query, kind: "deposit" }),
);

export const POST = handle(
	{ action: "deposit.start", body: depositRequestSchema, status: 201 },
	(context, input, call) => startDeposit(context, input, call.idempotencyKey),
);
