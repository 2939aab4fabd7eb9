import { type DepositRequest, depositRequestSchema, type Payment } from "#lib/contracts/payment.ts";
import { demand } from "#server/access/permissions.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { parseInput } from "#server/payments/parse-input.ts";
import { startPayment } from "#server/payments/request/start-payment.ts";
import { isSendingStopped } from "#server/payments/stop/sending-stop.ts";

/**
 * Saves a deposit and hands it to the worker at once: asking a payer for money needs no second person. The same key and
 * body give the same payment back. Throws forbidden, invalid_input, wallet_unknown, operator_unknown, sending_stopped,
 * idempotency_key_missing, idempotency_key_reused.
 */
export async function startDeposit(
	context: Context,
	input: DepositRequest,
	idempotencyKey: string | null,
): Promise<Payment> {
	demand(context, "deposit.start");
	const body = parseInput(depositRequestSchema, input);
	return startPayment(context, {
		kind: "deposit",
		body,
		phoneNumber: body.phoneNumber,
		note: body.note || null,
		metadata: null,
		idempotencyKey,
		admit: async (trx) => {
			// A payer waits now: a deposit that could only leave hours later is refused at the door.
			if (await isSendingStopped(trx)) throw new AppError("sending_stopped", "sending is stopped");
			return { waits: false, duplicate: null };
		},
	});
}
