import { type Decision, decisionSchema, type Payment } from "#lib/contracts/payment.ts";
import type { Context } from "#server/context.ts";
import { parseInput } from "#server/parse-input.ts";
import { applyDecision } from "#server/payments/approve/decide-payouts.ts";
import { readPayment } from "#server/payments/read/read-payment.ts";

/**
 * Approves, rejects or cancels an unsent payout in the version that the member saw. Current rules apply; new duplicates must be
 * acknowledged. Throws forbidden, own_approval (also for a corrector), already_approved, approved_with_batch, too_new_to_decide, not_found,
 * limit_exceeded, duplicate_suspected (`payments`), number_blocked, wallet_unproved, step_up_needed, stale_version (`fields.state` is
 * the state now).
 */
export async function decidePayout(context: Context, input: Decision & { id: string }): Promise<Payment> {
	const { id, ...body } = input;
	const { version, duplicate, ...decision } = parseInput(decisionSchema, body);
	const asked = { ...decision, payouts: [{ id, version, duplicate }] };
	const refused = await context.database.transaction().execute((trx) => applyDecision(context, trx, asked));
	const error = refused.get(id);
	if (error) throw error;
	return readPayment(context, { kind: "payout", id });
}
