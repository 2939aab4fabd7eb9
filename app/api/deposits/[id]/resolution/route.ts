import { paymentPathSchema, resolutionSchema } from "#lib/contracts/payment.ts";
import { handle } from "#server/http/handle.ts";
import { resolvePayment } from "#server/payments/settle/resolve-payment.ts";
import { withdrawVerdict } from "#server/payments/settle/withdraw-verdict.ts";

export const POST = handle({ action: "payout.resolve", params: paymentPathSchema, body: resolutionSchema }, (call) =>
	resolvePayment(call.context, { ...call.body, kind: "deposit", id: call.params.id }),
);

export const DELETE = handle({ action: "payout.resolve", params: paymentPathSchema }, ({ context, params }) =>
	withdrawVerdict(context, { kind: "deposit", id: params.id }),
);
