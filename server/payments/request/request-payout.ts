import type { Payment } from "#lib/contracts/payment.ts";
import { type PayoutRequest, payoutRequestSchema } from "#lib/contracts/payment-request.ts";
import { requirePermission } from "#server/access/require-permission.ts";
import type { Context } from "#server/context.ts";
import { parseInput } from "#server/parse-input.ts";
import {
	findByKey,
	findStarted,
	keepStarted,
	readOperator,
	readStarted,
	requireRequester,
	underKey,
} from "#server/payments/request/start-payment.ts";
import { guardPayout, lockMakerAndNumber } from "#server/payments/rules/guard-payout.ts";

/**
 * Saves a payout without sending it. The same key and body return the same payment. Throws forbidden, invalid_input,
 * wallet_unknown, operator_unknown, idempotency_key_missing, idempotency_key_reused, limit_exceeded (`limit`), number_blocked,
 * duplicate_suspected (`payments`), step_up_needed (when no approver is needed).
 */
export async function requestPayout(
	context: Context,
	input: PayoutRequest,
	idempotencyKey: string | null,
): Promise<Payment> {
	requirePermission(context, "payout.request");
	const body = parseInput(payoutRequestSchema, input);
	const { destination: phoneNumber, metadata = null } = body;
	const order = underKey({ kind: "payout", body, phoneNumber, note: metadata?.note || null, metadata }, idempotencyKey);
	const earlier = await findStarted(context, order);
	if (earlier) return earlier;
	const at = context.clock.now();
	await context.database.transaction().execute(async (trx) => {
		const operator = await readOperator(context, trx, body);
		const makerId = context.member.id;
		await lockMakerAndNumber(trx, { environment: context.config.environment, makerId, number: phoneNumber });
		// A parallel request with the same key came first: its payment is this one, not a duplicate.
		if (await findByKey(trx, makerId, order.key)) return;
		const { approvers, duplicate } = await guardPayout(context, trx, { body, makerId, askedAt: at });
		// Nobody else checks a payout without approvers before it leaves, so its maker gives a second factor.
		if (approvers === 0) await requireRequester(context, trx, body, { of: order.key, version: 0 });
		await keepStarted(context, trx, order, { operator, waits: approvers > 0, duplicate, at });
	});
	return readStarted(context, order);
}
