import { type Decision, decisionSchema, type Payment } from "#lib/contracts/payment.ts";
import { canMove, type PaymentState } from "#lib/payment-state.ts";
import { demandStill } from "#server/access/demand-still.ts";
import { demandStillDecides } from "#server/access/demand-still-decides.ts";
import { demand } from "#server/access/permissions.ts";
import type { Context } from "#server/context.ts";
import { demandProved } from "#server/continuity/continuity-gap.ts";
import { AppError } from "#server/errors.ts";
import { parseInput } from "#server/parse-input.ts";
import { demandDecider } from "#server/payments/approve/approval-refusals.ts";
import { approvePayout } from "#server/payments/approve/approve-payout.ts";
import { movePayment } from "#server/payments/move-payment.ts";
import type { PaymentRow } from "#server/payments/payment-summary.ts";
import { readPayment } from "#server/payments/read/read-payment.ts";
import { factsDigest } from "#server/payments/rules/digests.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

const STATE_OF: Record<Decision["decision"], PaymentState> = {
	approve: "approved",
	reject: "rejected",
	cancel: "cancelled",
};

/**
 * A person's decision on a payout that was not sent yet, bound to the version that the person saw. The rules of now say how many
 * must agree, and what came since with the same number and amount must be seen; one who rejects ends it. Throws forbidden,
 * own_approval (also for who corrected it), already_approved, too_new_to_decide, duplicate_suspected (`payments`), not_found, wallet_unproved,
 * stale_version (`fields.state` says what it is now).
 */
export async function decidePayout(context: Context, input: Decision & { id: string }): Promise<Payment> {
	const { id, ...body } = input;
	const decision = parseInput(decisionSchema, body);
	if (decision.decision !== "cancel") demand(context, "payout.decide");
	await context.database.transaction().execute(async (trx) => {
		const row = await trx
			.selectFrom("payment")
			.selectAll()
			.where("id", "=", id)
			.where("kind", "=", "payout")
			.forUpdate()
			.executeTakeFirst();
		if (!row) throw new AppError("not_found", "no payout with this id");
		demandDecider(context, row, decision.decision);
		// A role may have been taken away since the request came in; whose approval has no weight is not asked to give it.
		if (decision.decision === "approve") await demandStillDecides(context, trx, "payout.decide");
		else await demandStill(context, trx, decision.decision === "reject" ? "payout.decide" : "payout.cancel_own");
		if (decision.decision !== "approve") await demandProved(trx, row);
		const fits = row.version === decision.version && canMove(row.state, STATE_OF[decision.decision]);
		const moved = fits && (await decide(context, trx, row, decision));
		if (!moved) throw staleVersion(row);
	});
	return readPayment(context, { kind: "payout", id });
}

function staleVersion({ state }: PaymentRow): AppError {
	return new AppError("stale_version", `the payout is ${state} now`, { fields: { state } });
}

async function decide(
	context: Context,
	trx: DatabaseTransaction,
	row: PaymentRow,
	{ decision, reason, duplicate }: Decision,
): Promise<PaymentRow | null> {
	if (decision === "approve") return approvePayout(context, trx, row, { reason, duplicate });
	const at = context.clock.now();
	const member_id = context.member.id;
	const about = { payment_id: row.id, payment_version: row.version, facts: factsDigest(row) };
	if (decision === "reject") await keepRejection(trx, { ...about, member_id, at });
	const event = decision === "reject" ? "rejected" : "cancelled";
	return movePayment(trx, at, row, { to: event, event, by: { member: member_id }, note: reason || null });
}

/** A change of mind counts: whoever had approved before may still end it. */
async function keepRejection(
	trx: DatabaseTransaction,
	decision: { payment_id: string; payment_version: number; facts: string; member_id: string; at: Date },
): Promise<void> {
	await trx
		.updateTable("decision")
		.set({ voided_at: decision.at })
		.where("payment_id", "=", decision.payment_id)
		.where("member_id", "=", decision.member_id)
		.where("voided_at", "is", null)
		.execute();
	await trx
		.insertInto("decision")
		.values({ ...decision, verdict: "reject" })
		.execute();
}
