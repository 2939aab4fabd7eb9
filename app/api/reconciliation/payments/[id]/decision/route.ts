import { idPathSchema } from "#lib/contracts/common-fields.ts";
import { paymentDecisionSchema } from "#lib/contracts/reconciliation-decision.ts";
import { handle } from "#server/http/route-handler.ts";
import { decidePayment } from "#server/reconciliation/decide-payment.ts";

const options = { action: "reconciliation.decide", params: idPathSchema, body: paymentDecisionSchema } as const;

export const POST = handle(options, decidePayment);
