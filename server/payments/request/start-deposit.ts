import type { Payment } from "#lib/contracts/payment.ts";
import { type DepositRequest, depositRequestSchema } from "#lib/contracts/payment-request.ts";
import { requirePermission } from "#server/access/require-permission.ts";
import type { Context } from "#server/context.ts";
import { isSendingStopped } from "#server/continuity/sending-stop.ts";
import { AppError } from "#server/errors.ts";
import { parseInput } from "#server/parse-input.ts";
import {
	findStarted,
	keepStarted,
	readOperator,
	readStarted,
	underKey,
} from "#server/payments/request/start-payment.ts";

/**
 * Saves a deposit and queues it at once: requesting money needs no approval. The same key and body return the same payment.
 * Throws forbidden, invalid_input, wallet_unknown, operator_unknown, sending_stopped, idempotency_key_missing,
 * idempotency_key_reused.
 */
export async function startDeposit(
	context: Context,
	input: DepositRequest,
	idempotencyKey: string | null,
): Promise<Payment> {
	requirePermission(context, "deposit.start");
	const body = parseInput(depositRequestSchema, input);
	const { phoneNumber, note = null } = body;
	const order = underKey({ kind: "deposit", body, phoneNumber, note: note || null, metadata: null }, idempotencyKey);
	const earlier = await findStarted(context, order);
	if (earlier) return earlier;
	const at = context.clock.now();
	await context.database.transaction().execute(async (trx) => {
		const operator = await readOperator(context, trx, body);
		// The payer is waiting, so a deposit that could leave only hours later is refused now.
		if (await isSendingStopped(trx)) throw new AppError("sending_stopped", "sending is stopped");
		await keepStarted(context, trx, order, { operator, waits: false, duplicate: null, at });
	});
	return readStarted(context, order);
}
