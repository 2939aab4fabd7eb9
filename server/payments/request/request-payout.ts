import { type Payment, type PayoutRequest, payoutRequestSchema } from "#lib/contracts/payment.ts";
import { demand } from "#server/access/permissions.ts";
import type { Context } from "#server/context.ts";
import { parseInput } from "#server/parse-input.ts";
import {
	findByKey,
	findStarted,
	keepStarted,
	readOperator,
	readStarted,
	underKey,
} from "#server/payments/request/start-payment.ts";
import { guardPayout, takeTurn } from "#server/payments/rules/guard-payout.ts";

/**
 * Saves a payout; nothing leaves the house here. The same key and body give the same payment back. Throws forbidden,
 * invalid_input, wallet_unknown, operator_unknown, idempotency_key_missing, idempotency_key_reused, limit_exceeded
 * (`limit`), duplicate_suspected (`payments`).
 */
export async function requestPayout(
	context: Context,
	input: PayoutRequest,
	idempotencyKey: string | null,
): Promise<Payment> {
	demand(context, "payout.request");
	const body = parseInput(payoutRequestSchema, input);
	const { destination: phoneNumber, metadata = null } = body;
	const order = underKey({ kind: "payout", body, phoneNumber, note: metadata?.note || null, metadata }, idempotencyKey);
	const earlier = await findStarted(context, order);
	if (earlier) return earlier;
	const at = context.clock.now();
	await context.database.transaction().execute(async (trx) => {
		const operator = await readOperator(context, trx, body);
		const makerId = context.member.id;
		await takeTurn(trx, { environment: context.config.environment, makerId, number: phoneNumber });
		// A parallel request with the same key was first: it is the same payment, and does not count as an earlier one.
		if (await findByKey(trx, makerId, order.key)) return;
		const { approvers, duplicate } = await guardPayout(context, trx, { body, makerId, askedAt: at });
		await keepStarted(context, trx, order, { operator, waits: approvers > 0, duplicate, at });
	});
	return readStarted(context, order);
}
