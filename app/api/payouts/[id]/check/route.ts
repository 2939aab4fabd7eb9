import { payoutPathSchema } from "#lib/contracts/payment.ts";
import { handle } from "#server/http/route-handler.ts";
import { refreshPayment } from "#server/payments/watch/refresh-payment.ts";

export const POST = handle({ action: "payment.read", params: payoutPathSchema }, refreshPayment);
