import { paymentPathSchema } from "#lib/contracts/payment.ts";
import { paymentDecisionSchema } from "#lib/contracts/reconciliation-decision.ts";
import { handle } from "#server/http/handle.ts";
import { decidePayment } from "#server/reconciliation/decide-payment.ts";

const options = { action: "reconciliation.decide", params: paymentPathSchema, body: paymentDecisionSchema } as const;

export const POST = handle(options, ({ context, params, body }) => decidePayment(context, { ...body, ...params }));
