import { depositPathSchema } from "#lib/contracts/payment.ts";
import { handle } from "#server/http/route-handler.ts";
import { readPayment } from "#server/payments/read/read-payment.ts";

export const GET = handle({ action: "payment.read", params: depositPathSchema }, readPayment);
