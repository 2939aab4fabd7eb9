/** Requires a fresh step-up proof, bound to the facts that this request gives a payout. */
import type { ReadPayoutRequest } from "#lib/contracts/payment-request.ts";
import type { Context } from "#server/context.ts";
import { orderDigest } from "#server/payments/rules/act-digest.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

/** `of`, `version`: the Idempotency-Key and 0, or the corrected payout. Call in the writing transaction. Throws `step_up_needed`. */
export async function requireRequester(
	context: Context,
	trx: DatabaseTransaction,
	{ amount, currency, operator, country, destination: phoneNumber }: ReadPayoutRequest,
	{ of, version }: { of: string; version: number },
): Promise<void> {
	const order = { of, version, amount, currency, operator, country, phoneNumber };
	await context.presence.require(trx, { purpose: "request", order, digest: orderDigest(order) });
}
