import { idPathSchema } from "#lib/contracts/common-fields.ts";
import { payoutPathSchema } from "#lib/contracts/payment.ts";
import { payoutCorrectionSchema } from "#lib/contracts/payment-request.ts";
import { handle } from "#server/http/route-handler.ts";
import { readPayment } from "#server/payments/read/read-payment.ts";
import { correctPayout } from "#server/payments/request/correct-payout.ts";

export const GET = handle({ action: "payment.read", params: payoutPathSchema }, readPayment);

export const PATCH = handle(
	{ action: "payout.request", params: idPathSchema, body: payoutCorrectionSchema },
	correctPayout,
);
