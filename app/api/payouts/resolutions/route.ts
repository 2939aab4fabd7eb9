import { listVerdictSchema } from "#lib/contracts/payment.ts";
import { handle } from "#server/http/handle.ts";
import { settlePayments } from "#server/payments/settle/settle-payments.ts";

export const POST = handle({ action: "payout.resolve", body: listVerdictSchema }, settlePayments);
