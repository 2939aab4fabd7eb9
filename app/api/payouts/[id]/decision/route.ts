import { decisionSchema, paymentPathSchema } from "#lib/contracts/payment.ts";
import { handle } from "#server/http/handle.ts";
import { decidePayout } from "#server/payments/approve/decide-payout.ts";

/** Who may decide depends on the decision and the payout: the verb asks. */
export const POST = handle({ action: "payment.read", params: paymentPathSchema, body: decisionSchema }, (call) =>
	decidePayout(call.context, { ...call.body, id: call.params.id }),
);
