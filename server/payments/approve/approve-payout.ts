/** One more person agrees: the last one that the rules ask for makes it approved, one before leaves it waiting. */
import type { Decision } from "#lib/contracts/payment.ts";
import type { Context } from "#server/context.ts";
import { demandNewApprover, demandPresence, demandTwinsSeen } from "#server/payments/approve/approval-refusals.ts";
import { amendPayment, type Move, movePayment } from "#server/payments/move-payment.ts";
import type { PaymentRow } from "#server/payments/payment-summary.ts";
import { recordDuplicate } from "#server/payments/request/start-payment.ts";
import { factsDigest } from "#server/payments/rules/digests.ts";
import { readApproversNeeded } from "#server/payments/rules/payout-progress.ts";
import { addSendJob } from "#server/payments/send-job.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

/** `row` is locked, waits, and is not the member's own. Throws own_approval, already_approved, duplicate_suspected (`payments`), step_up_needed. */
export async function approvePayout(
	context: Context,
	trx: DatabaseTransaction,
	row: PaymentRow,
	{ reason, duplicate: said }: Pick<Decision, "reason" | "duplicate">,
): Promise<PaymentRow | null> {
	const at = context.clock.now();
	const member = context.member.id;
	const before = await demandNewApprover(trx, row, member);
	await voidLapsed(trx, at, row, member);
	const unseen = await demandTwinsSeen(trx, at, row, said);
	await demandPresence(context, trx, row);
	const seen =
		said && unseen.length > 0 ? await keepSeen(trx, at, row, { of: unseen, reason: said.reason }, member) : {};
	const note = reason || null;
	const facts = factsDigest(row);
	await trx
		.insertInto("decision")
		.values({ payment_id: row.id, payment_version: row.version, member_id: member, verdict: "approve", facts, at })
		.execute();
	const by = { member };
	const needed = await readApproversNeeded(trx, row);
	if (before.length + 1 < needed) {
		const details = { approvals: { given: before.length + 1, needed } };
		return amendPayment(trx, at, row, { event: "approved_in_part", by, note, set: seen, details });
	}
	const set = { ...seen, approver_id: member, approved_facts: facts };
	const moved = await movePayment(trx, at, row, { to: "approved", event: "approved", by, note, set });
	if (moved) await addSendJob(trx, moved);
	return moved;
}

/** A word from before its sayer lost the right has no weight; the new one takes its place. */
async function voidLapsed(trx: DatabaseTransaction, at: Date, row: PaymentRow, member: string): Promise<void> {
	await trx
		.updateTable("decision")
		.set({ voided_at: at })
		.where("payment_id", "=", row.id)
		.where("member_id", "=", member)
		.where("verdict", "=", "approve")
		.where("voided_at", "is", null)
		.execute();
}

/** The same payment that came since it was asked for: who approves has looked at it, and says why both. */
async function keepSeen(
	trx: DatabaseTransaction,
	at: Date,
	row: PaymentRow,
	duplicate: { of: readonly string[]; reason: string },
	member: string,
): Promise<Move["set"]> {
	await recordDuplicate(trx, at, row, duplicate, member);
	return {
		duplicate_of: JSON.stringify([...(row.duplicate_of ?? []), ...duplicate.of]),
		duplicate_reason: duplicate.reason,
		duplicate_by: member,
	};
}
