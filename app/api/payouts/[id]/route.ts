import { paymentPathSchema } from "#lib/contracts/payment.ts";
import { payoutCorrectionSchema } from "#lib/contracts/payment-request.ts";
import { handle } from "#server/http/handle.ts";
import { readPayment } from "#server/payments/read/read-payment.ts";
import { correctPayout } from "#server/payments/request/correct-payout.ts";

export const GET = handle({ action: "payment.read", params: paymentPathSchema }, ({ context, params }) =>
	readPayment(context, { kind: "payout", id: params.id }),
);

export const PATCH = handle(
	{ action: "payout.request", params: paymentPathSchema, body: payoutCorrectionSchema },
	({ context, params, body }) => correctPayout(context, { ...body, id: params.id }),
);
