import type { Payment, Resolution } from "#lib/contracts/payment.ts";
import type { PaymentKind } from "#lib/payment-state.ts";
import type { Context } from "#server/context.ts";
import { attachReference } from "#server/payments/resolve/attach-reference.ts";
import { giveVerdict } from "#server/payments/resolve/give-verdicts.ts";

/**
 * Attaches a confirmed reference to a payment in doubt, or records a person's verdict. Throws what `attachReference` or `giveVerdict`
 * throws.
 */
export async function resolvePayment(
	context: Context,
	input: Resolution & { kind: PaymentKind; id: string },
): Promise<Payment> {
	return "reference" in input ? attachReference(context, input) : giveVerdict(context, input);
}
