import { type Payment, type PayoutRequest, payoutRequestSchema } from "#lib/contracts/payment.ts";
import { demand } from "#server/access/permissions.ts";
import type { Context } from "#server/context.ts";
import { parseInput } from "#server/payments/parse-input.ts";
import { type PaymentOrder, startPayment } from "#server/payments/request/start-payment.ts";
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
	return startPayment(context, {
		kind: "payout",
		body,
		phoneNumber: body.destination,
		note: body.metadata?.note || null,
		metadata: body.metadata ?? null,
		idempotencyKey,
		admit: (trx, at, key) => admitPayout(context, trx, { body, at, key }),
	});
}

/** Null when a parallel request with the same key was first: it is the same payment, not one more. */
async function admitPayout(
	context: Context,
	trx: Parameters<PaymentOrder["admit"]>[0],
	{ body, at, key }: { body: PayoutRequest; at: Date; key: string },
): ReturnType<PaymentOrder["admit"]> {
	const makerId = context.member.id;
	const { environment } = context.config;
	await takeTurn(trx, { environment, makerId, number: body.destination });
	const same = await trx
		.selectFrom("payment")
		.select("id")
		.where("maker_id", "=", makerId)
		.where("idempotency_key", "=", key)
		.executeTakeFirst();
	if (same) return null;
	const { approvers, duplicate } = await guardPayout(context, trx, { body, makerId, askedAt: at });
	return { waits: approvers > 0, duplicate };
}
