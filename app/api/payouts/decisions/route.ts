import { listDecisionSchema } from "#lib/contracts/payment.ts";
import { handle } from "#server/http/route-handler.ts";
import { decidePayouts } from "#server/payments/approve/decide-payouts.ts";

/** `decidePayouts` checks the right, which depends on the decision and each payout. */
export const POST = handle({ action: "payment.read", body: listDecisionSchema }, decidePayouts);
