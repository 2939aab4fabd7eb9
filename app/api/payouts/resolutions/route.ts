import { listVerdictSchema } from "#lib/contracts/payment.ts";
import { handle } from "#server/http/route-handler.ts";
import { giveVerdicts } from "#server/payments/resolve/give-verdicts.ts";

export const POST = handle({ action: "payout.resolve", body: listVerdictSchema }, giveVerdicts);
