import { type LineDecision, lineDecisionSchema } from "#lib/contracts/reconciliation.ts";
import { mayHaveLeft, transactionTypeOf } from "#lib/payment-state.ts";
import { demand } from "#server/access/permissions.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { parseInput } from "#server/parse-input.ts";
import { countedAmount } from "#server/payments/payment-summary.ts";
import { keepDecision } from "#server/reconciliation/keep-decision.ts";
import { CLAIM_COLUMNS, paymentClaim } from "#server/reconciliation/payment-claims.ts";
import { readDecided, type Touched } from "#server/reconciliation/read-candidates.ts";
import { lockWallet } from "#server/reconciliation/rematch.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

/**
 * A person's verdict on a line: whose it is, what else it is, or that an earlier one is taken back. Throws forbidden, not_found,
 * conflict (somebody has spoken already; nothing to take back; the service withdrew it; the payment has its line from a person), invalid_input.
 */
export async function decideLine(context: Context, input: LineDecision & { id: string }): Promise<void> {
	demand(context, "reconciliation.decide");
	const { id, ...body } = input;
	const decision = parseInput(lineDecisionSchema, body);
	const { environment } = context.config;
	await context.database.transaction().execute(async (trx) => {
		const line = await readLine(trx, environment, id);
		const wallet = { environment, currency: line.currency };
		await lockWallet(trx, wallet);
		const decided = await readDecided(trx, wallet);
		const isDecided = decided.lines.has(id);
		if (decision.verdict === "reopen" ? !isDecided : isDecided) {
			throw new AppError("conflict", isDecided ? "the line is decided already" : "nothing was decided of the line");
		}
		const touched: Touched[] = [{ type: line.type, amount: line.amount, from: line.created_at, to: line.created_at }];
		const paymentId = decision.verdict === "match" ? decision.paymentId : null;
		const earlier = decided.lines.get(id) ?? null;
		if (paymentId !== null) {
			if (decided.payments.has(paymentId)) throw new AppError("conflict", "the payment was given a line already");
			touched.push(await readTouchedPayment(trx, wallet, paymentId, line.type));
		} else if (earlier !== null) touched.push(await readTouchedPayment(trx, wallet, earlier, null));
		const { verdict, reason } = decision;
		const reference = "reference" in decision ? decision.reference || null : null;
		await keepDecision(context, trx, wallet, {
			decision: { movement_id: id, payment_id: paymentId, verdict, reference, reason },
			touched: touched,
			subject: { type: line.type, amount: line.amount, at: line.created_at.toISOString() },
		});
	});
}

async function readLine(trx: DatabaseTransaction, environment: string, id: string) {
	const line = await trx
		.selectFrom("movement")
		.select(["id", "currency", "type", "amount", "created_at", "withdrawn_at"])
		.where("id", "=", id)
		.where("environment", "=", environment)
		.executeTakeFirst();
	if (!line) throw new AppError("not_found", "no such line");
	if (line.withdrawn_at !== null) throw new AppError("conflict", "the service withdrew the line");
	return line;
}

/** `type` null: whatever it is. */
async function readTouchedPayment(
	trx: DatabaseTransaction,
	wallet: { environment: string; currency: string },
	id: string,
	type: string | null,
): Promise<Touched> {
	const payment = await trx
		.selectFrom("payment")
		.select([...CLAIM_COLUMNS, "amount", "paid_amount"])
		.where("id", "=", id)
		.where("environment", "=", wallet.environment)
		.where("currency", "=", wallet.currency)
		.executeTakeFirst();
	const fits = payment && mayHaveLeft(payment.state) && (type === null || transactionTypeOf(payment.kind) === type);
	if (!fits) throw new AppError("invalid_input", "no payment that this could be", { fields: { paymentId: "invalid" } });
	const { from, to } = paymentClaim(payment);
	const amount = countedAmount(payment);
	return { type: transactionTypeOf(payment.kind), amount, from: new Date(from), to: new Date(to) };
}
