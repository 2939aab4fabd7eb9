import { type DepositRequest, depositRequestSchema, type Payment } from "#lib/contracts/payment.ts";
import { demand } from "#server/access/permissions.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { parseInput } from "#server/parse-input.ts";
import {
	findStarted,
	keepStarted,
	readOperator,
	readStarted,
	underKey,
} from "#server/payments/request/start-payment.ts";
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
	const { phoneNumber, note = null } = body;
	const order = underKey({ kind: "deposit", body, phoneNumber, note: note || null, metadata: null }, idempotencyKey);
	const earlier = await findStarted(context, order);
	if (earlier) return earlier;
	const at = context.clock.now();
	await context.database.transaction().execute(async (trx) => {
		const operator = await readOperator(context, trx, body);
		// A payer waits now: a deposit that could only leave hours later is refused at the door.
		if (await isSendingStopped(trx)) throw new AppError("sending_stopped", "sending is stopped");
		await keepStarted(context, trx, order, { operator, waits: false, duplicate: null, at });
	});
	return readStarted(context, order);
}
