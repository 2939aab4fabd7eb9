import { type Payment, verdictSchema } from "#lib/contracts/payment.ts";
import type { Context } from "#server/context.ts";
import { parseInput } from "#server/parse-input.ts";
import { readPayment } from "#server/payments/read/read-payment.ts";
import { type AskedVerdict, settleEach } from "#server/payments/settle/settle-payments.ts";

/**
 * Records a verdict on a payment whose outcome the service does not give. Two equal verdicts settle it; two different ones block it
 * until one is withdrawn. At most one may be the maker's. Throws forbidden, not_found, stale_version, conflict (no attempt),
 * invalid_input (`amount`), settlement_too_early, second_person_needed, settlement_disputed, too_new_to_decide, step_up_needed.
 */
export async function settlePayment(context: Context, input: AskedVerdict): Promise<Payment> {
	const { kind, id, ...body } = input;
	const refused = await settleEach(context, [{ ...parseInput(verdictSchema, body), kind, id }]);
	const error = refused.get(id);
	if (error) throw error;
	return readPayment(context, { kind, id });
}
