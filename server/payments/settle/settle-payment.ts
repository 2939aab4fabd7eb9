import { type Payment, type Resolution, verdictSchema } from "#lib/contracts/payment.ts";
import type { PaymentKind } from "#lib/payment-state.ts";
import type { Context } from "#server/context.ts";
import { parseInput } from "#server/parse-input.ts";
import { readPayment } from "#server/payments/read/read-payment.ts";
import { attachReference } from "#server/payments/settle/attach-reference.ts";
import { type AskedVerdict, settleEach } from "#server/payments/settle/settle-payments.ts";

/**
 * Records a verdict on a payment whose outcome the service does not give. Two equal verdicts settle it, different ones block it
 * until one is withdrawn; at most one may be the maker's. Throws forbidden, not_found, stale_version, invalid_input (`amount`),
 * settlement_too_early, second_person_needed, settlement_disputed, too_new_to_decide, step_up_needed.
 */
export async function settlePayment(context: Context, input: AskedVerdict): Promise<Payment> {
	const { kind, id, ...body } = input;
	const refused = await settleEach(context, [{ ...parseInput(verdictSchema, body), kind, id }]);
	const error = refused.get(id);
	if (error) throw error;
	return readPayment(context, { kind, id });
}

/** The two ways out of `unknown`: a reference that the service confirms, or the same verdict by two people. */
export async function resolvePayment(
	context: Context,
	input: Resolution & { kind: PaymentKind; id: string },
): Promise<Payment> {
	return "reference" in input ? attachReference(context, input) : settlePayment(context, input);
}
