import { sql } from "kysely";
import { type LineDecision, lineDecisionSchema } from "#lib/contracts/reconciliation-decision.ts";
import { mayHaveLeft, transactionTypeOf } from "#lib/payment-state.ts";
import { requireActiveApprover, withPermission } from "#server/access/recheck-permission.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { parseInput } from "#server/parse-input.ts";
import { countedAmount } from "#server/payment-records/payment-summary.ts";
import { keepDecision } from "#server/reconciliation/keep-decision.ts";
import { lineDigest } from "#server/reconciliation/line-digest.ts";
import { CLAIM_COLUMNS, paymentClaim } from "#server/reconciliation/matching/payment-claims.ts";
import { readDecided, type Touched } from "#server/reconciliation/matching/read-candidates.ts";
import { readOpenDecisions } from "#server/reconciliation/read-lines-and-payments.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";
import { ofWallet } from "#server/store/sql-fragments.ts";
import { lockWallet } from "#server/wallets/sync-row.ts";

/**
 * Records a person's decision on a line: its payment, another explanation, or that an earlier decision is withdrawn. A large outgoing line
 * needs the same decision by two people, each with a fresh second factor; the verdict `support` leaves the line open. Throws
 * forbidden, not_found, conflict, invalid_input, second_person_needed, too_new_to_decide, step_up_needed.
 */
export async function decideLine(context: Context, input: LineDecision & { id: string }): Promise<void> {
	const { id, ...body } = input;
	const decision = parseInput(lineDecisionSchema, body);
	const { environment } = context.config;
	await withPermission(context, "reconciliation.decide", async (trx) => {
		const wallet = { environment, currency: (await readLine(trx, environment, id)).currency };
		await lockWallet(trx, wallet);
		// Reads the line again, since the service may have withdrawn it before the lock.
		const line = await readLine(trx, environment, id);
		const decided = await readDecided(trx, wallet);
		const open = (await readOpenDecisions(trx, [id])).get(id);
		const first = open && "first" in open ? open.first : undefined;
		const isDecided = decided.lines.has(id) || (decision.verdict === "reopen" && open !== undefined);
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
		const reference = ("reference" in decision && decision.reference) || null;
		if (verdict !== "reopen" && verdict !== "support" && line.takes_two) {
			await requireActiveApprover(context, trx, "reconciliation.decide");
			if (first?.by.id === context.member.id)
				throw new AppError("second_person_needed", "another person must say the same");
			const proved = { id, verdict, ...(paymentId && { paymentId }), ...(reference && { reference }) };
			await context.presence.spend(trx, { purpose: "settle", line: proved }, [lineDigest(line, proved)]);
		}
		await keepDecision(context, trx, wallet, {
			decision: { movement_id: id, payment_id: paymentId, verdict, reference, reason },
			decidedAt: decision.verdict === "reopen" ? decision.decidedAt : undefined,
			touched,
			subject: { type: line.type, amount: line.amount, at: line.created_at.toISOString() },
		});
	});
}

async function readLine(trx: DatabaseTransaction, environment: string, id: string) {
	const line = await trx
		.selectFrom("movement")
		.select(["id", "currency", "type", "amount", "created_at", "withdrawn_at"])
		.select(sql<boolean>`line_takes_two(id)`.as("takes_two"))
		.where("id", "=", id)
		.where("environment", "=", environment)
		.executeTakeFirstOrThrow(() => new AppError("not_found", "no such line"));
	if (line.withdrawn_at !== null) throw new AppError("conflict", "the service withdrew the line");
	return line;
}

/** Reads the type, amount and period that a decision on the payment touches; null `type`: any kind. Throws `invalid_input` if none fits. */
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
		.where(ofWallet(wallet))
		.executeTakeFirst();
	const fits = payment && mayHaveLeft(payment.state) && (type === null || transactionTypeOf(payment.kind) === type);
	if (!fits) throw new AppError("invalid_input", "no payment that this could be", { fields: { paymentId: "invalid" } });
	const { from, to } = paymentClaim(payment);
	const amount = countedAmount(payment);
	return { type: transactionTypeOf(payment.kind), amount, from: new Date(from), to: new Date(to) };
}
