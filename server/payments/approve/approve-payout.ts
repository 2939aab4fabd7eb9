/** One more person agrees: the last one that the rules ask for makes it approved, one before leaves it waiting. */
import type { Decision } from "#lib/contracts/payment.ts";
import { unseenAtApproval } from "#lib/duplicates.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { amendPayment, type Move, movePayment } from "#server/payments/move-payment.ts";
import type { PaymentRow } from "#server/payments/payment-summary.ts";
import { recordDuplicate } from "#server/payments/request/start-payment.ts";
import { actDigest } from "#server/payments/rules/act-digest.ts";
import { factsDigest } from "#server/payments/rules/digests.ts";
import { findTwins } from "#server/payments/rules/find-duplicates.ts";
import { readApprovers, readApproversNeeded, readCorrectors } from "#server/payments/rules/payout-progress.ts";
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
	const correctors = (await readCorrectors(trx, [row.id])).get(row.id) ?? [];
	if (correctors.includes(member)) throw new AppError("own_approval", "who corrected it cannot approve it");
	const { ids: before } = await readApprovers(trx, row);
	if (before.includes(member)) throw new AppError("already_approved", "the same person has already agreed");
	await voidLapsed(trx, at, row, member);
	const seen = await lookAtTwins(trx, at, row, said, member);
	await demandPresence(context, trx, row);
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

/** Asked last, and spent in this very transaction: a proof for these facts, given for nothing else. */
async function demandPresence(context: Context, trx: DatabaseTransaction, row: PaymentRow): Promise<void> {
	const subject = { kind: row.kind, id: row.id, version: row.version };
	const digest = actDigest("approve", row, subject);
	await context.presence.demand(trx, { purpose: "approve", subjects: [subject], digest });
}

/** The same payment that came since it was asked for: who approves has looked at it, and says why both. */
async function lookAtTwins(
	trx: DatabaseTransaction,
	at: Date,
	row: PaymentRow,
	said: Decision["duplicate"],
	member: string,
): Promise<Move["set"]> {
	const seen = row.duplicate_of ?? [];
	const unseen = unseenAtApproval({ id: row.id, seen }, await findTwins(trx, row, { at, except: row.id }));
	if (unseen.length === 0) return {};
	if (!said || unseen.some((id) => !said.of.includes(id)))
		throw new AppError("duplicate_suspected", `${unseen.length} payouts nobody has looked at`, { payments: unseen });
	await recordDuplicate(trx, at, row, { of: unseen, reason: said.reason }, member);
	return {
		duplicate_of: JSON.stringify([...seen, ...unseen]),
		duplicate_reason: said.reason,
		duplicate_by: member,
	};
}
