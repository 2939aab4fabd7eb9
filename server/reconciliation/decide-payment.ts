import { type PaymentDecision, paymentDecisionSchema } from "#lib/contracts/reconciliation-decision.ts";
import { transactionTypeOf } from "#lib/payment-state.ts";
import { withPermission } from "#server/access/recheck-permission.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { parseInput } from "#server/parse-input.ts";
import { countedAmount } from "#server/payment-records/payment-summary.ts";
import { keepDecision } from "#server/reconciliation/keep-decision.ts";
import { lockWallet } from "#server/wallets/sync-row.ts";

/**
 * Records that a person waits for a payment's line, or has asked the service's support about it. The payment leaves the queue for 7
 * or 30 days and is still matched when its line comes. Throws forbidden, not_found, conflict, invalid_input.
 */
export async function decidePayment(context: Context, input: PaymentDecision & { id: string }): Promise<void> {
	const { id, ...body } = input;
	const { decidedAt, ...decision } = parseInput(paymentDecisionSchema, body);
	const { environment } = context.config;
	await withPermission(context, "reconciliation.decide", async (trx) => {
		const payment = await trx
			.selectFrom("payment")
			.select(["id", "kind", "amount", "paid_amount", "currency", "sent_at", "created_at"])
			.where("id", "=", id)
			.where("environment", "=", environment)
			.executeTakeFirstOrThrow(() => new AppError("not_found", "no such payment"));
		const wallet = { environment, currency: payment.currency };
		await lockWallet(trx, wallet);
		await trx
			.selectFrom("reconciliation_payment")
			.select("status")
			.where("payment_id", "=", id)
			.executeTakeFirstOrThrow(() => new AppError("conflict", "the payment has its line"));
		const at = payment.sent_at ?? payment.created_at;
		const amount = countedAmount(payment);
		await keepDecision(context, trx, wallet, {
			decision: { movement_id: null, payment_id: id, reference: null, ...decision },
			decidedAt: decision.verdict === "reopen" ? decidedAt : undefined,
			touched: [{ type: transactionTypeOf(payment.kind), amount, from: at, to: at }],
			subject: { kind: payment.kind, amount },
		});
	});
}
