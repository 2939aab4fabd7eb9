import { type Payment, type PayoutRequest, payoutRequestSchema } from "#lib/contracts/payment.ts";
import { demand } from "#server/access/permissions.ts";
import type { Context } from "#server/context.ts";
import { parseInput } from "#server/payments/parse-input.ts";
import { approversNeeded, readApprovalPolicy } from "#server/payments/payment-settings.ts";
import { startPayment } from "#server/payments/start-payment.ts";

/**
 * Saves a payout; nothing leaves the house here. The same key and body give the same payment back.
 * Throws forbidden, invalid_input, wallet_unknown, operator_unknown, idempotency_key_missing, idempotency_key_reused.
 */
export async function requestPayout(
	context: Context,
	input: PayoutRequest,
	idempotencyKey: string | null,
): Promise<Payment> {
	demand(context, "payout.request");
	const body = parseInput(payoutRequestSchema, input);
	return startPayment(context, {
		kind: "payout",
		body,
		phoneNumber: body.destination,
		note: body.metadata?.note || null,
		metadata: body.metadata ?? null,
		idempotencyKey,
		needsApproval: async (trx) => approversNeeded(await readApprovalPolicy(trx), body) > 0,
	});
}
