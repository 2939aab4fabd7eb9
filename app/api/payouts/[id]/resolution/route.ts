import { paymentPathSchema, resolutionSchema } from "#lib/contracts/payment.ts";
import { handle } from "#server/http/handle.ts";
import { resolvePayout } from "#server/payments/resolve-payout.ts";

export const POST = handle({ action: "payout.resolve", params: paymentPathSchema, body: resolutionSchema }, (call) =>
	resolvePayout(call.context, { ...call.body, id: call.params.id }),
);
