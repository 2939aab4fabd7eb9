import { type Decision, decisionSchema, type Payment } from "#lib/contracts/payment.ts";
import { canMove, type PaymentState } from "#lib/payment-state.ts";
import { may } from "#lib/roles.ts";
import { demand } from "#server/access/permissions.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { factsDigest } from "#server/payments/facts.ts";
import { type Move, movePayment } from "#server/payments/move-payment.ts";
import { parseInput } from "#server/payments/parse-input.ts";
import type { PaymentRow } from "#server/payments/payment-line.ts";
import { readPayment } from "#server/payments/read-payment.ts";
import { addSendJob } from "#server/payments/send-job.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

const STATE_OF: Record<Decision["decision"], PaymentState> = {
	approve: "approved",
	reject: "rejected",
	cancel: "cancelled",
};

/**
 * A person's word on a payout that was not sent yet, bound to the version that the person saw.
 * Throws forbidden, own_approval, not_found, stale_version (`fields.state` says what it is now).
 */
export async function decidePayout(context: Context, input: Decision & { id: string }): Promise<Payment> {
	const { id, ...body } = input;
	const decision = parseInput(decisionSchema, body);
	if (decision.decision !== "cancel") demand(context, "payout.decide");
	const at = context.clock.now();
	await context.database.transaction().execute(async (trx) => {
		const row = await trx
			.selectFrom("payment")
			.selectAll()
			.where("id", "=", id)
			.where("kind", "=", "payout")
			.executeTakeFirst();
		if (!row) throw new AppError("not_found", "no payout with this id");
		demandDecider(context, row, decision.decision);
		const move = moveOf(context, row, decision);
		const fits = row.version === decision.version && canMove(row.state, move.to);
		const moved = fits ? await movePayment(trx, at, row, move) : null;
		if (!moved) throw await staleVersion(trx, id);
		if (moved.state === "approved") await addSendJob(trx, moved);
	});
	return readPayment(context, { kind: "payout", id });
}

async function staleVersion(trx: DatabaseTransaction, id: string): Promise<AppError> {
	const { state } = await trx.selectFrom("payment").select("state").where("id", "=", id).executeTakeFirstOrThrow();
	return new AppError("stale_version", `the payout is ${state} now`, { fields: { state } });
}

function demandDecider(context: Context, row: PaymentRow, decision: Decision["decision"]): void {
	const own = row.maker_id === context.member.id;
	if (decision !== "cancel") {
		if (own) throw new AppError("own_approval", "the maker cannot decide on it");
		return;
	}
	const mayCancel = context.member.role === "admin" || (own && may(context.member.role, "payout.cancel_own"));
	if (!mayCancel) throw new AppError("forbidden", "only its maker or an admin may cancel it");
}

function moveOf(context: Context, row: PaymentRow, { decision, reason }: Decision): Move {
	const to = STATE_OF[decision];
	return {
		to,
		event: to as "approved" | "rejected" | "cancelled",
		by: { member: context.member.id },
		note: reason || null,
		...(decision === "approve" ? { set: { approver_id: context.member.id, approved_facts: factsDigest(row) } } : {}),
	};
}
