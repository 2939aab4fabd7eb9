import { idPathSchema } from "#lib/contracts/common-fields.ts";
import { decisionSchema } from "#lib/contracts/payment.ts";
import { handle } from "#server/http/route-handler.ts";
import { decidePayout } from "#server/payments/approve/decide-payout.ts";

/** `decidePayout` checks the right, which depends on the decision and the payout. */
export const POST = handle({ action: "payment.read", params: idPathSchema, body: decisionSchema }, decidePayout);
