import { usualOperatorRequestSchema } from "#lib/contracts/recipient.ts";
import { handle } from "#server/http/route-handler.ts";
import { readUsualOperator } from "#server/recipients/read-usual-operator.ts";

/** Changes nothing. A POST, so that no phone number appears in an address. */
export const POST = handle({ action: "payout.request", body: usualOperatorRequestSchema }, readUsualOperator);
