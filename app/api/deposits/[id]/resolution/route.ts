import { depositPathSchema, resolutionSchema } from "#lib/contracts/payment.ts";
import { handle } from "#server/http/route-handler.ts";
import { resolvePayment } from "#server/payments/resolve/resolve-payment.ts";
import { withdrawVerdict } from "#server/payments/resolve/withdraw-verdict.ts";

export const POST = handle(
	{ action: "payout.resolve", params: depositPathSchema, body: resolutionSchema },
	resolvePayment,
);

export const DELETE = handle({ action: "payout.resolve", params: depositPathSchema }, withdrawVerdict);
