/** A correction as it is kept: the new facts, what they were before, and whose approvals they made void. */
import type { CorrectedFact } from "#lib/contracts/payment-event.ts";
import { minorOf, toDecimal } from "#lib/money.ts";
import { decidingAmount } from "#lib/payout-rules.ts";
import type { Context } from "#server/context.ts";
import { maskNumber } from "#server/log.ts";
import { amendPayment, movePayment, recordHappening } from "#server/payments/move-payment.ts";
import type { PaymentRow } from "#server/payments/payment-summary.ts";
import { recordDuplicate } from "#server/payments/request/start-payment.ts";
import { factsDigest } from "#server/payments/rules/digests.ts";
import type { Admission } from "#server/payments/rules/guard-payout.ts";
import { voidApprovals } from "#server/payments/rules/void-approvals.ts";
import { addSendJob } from "#server/payments/send-job.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

export interface Correction {
	/** Two-decimal text. */
	amount: string;
	operator: string;
	operator_name: string;
	country: string;
	phone_number: string;
	note: string | null;
	/** JSON text. */
	metadata: string | null;
	admission: Admission;
}

/** The row is locked and waits. What the rules let through without anybody is approved at once, as if asked for anew. */
export async function keepCorrection(
	context: Context,
	trx: DatabaseTransaction,
	row: PaymentRow,
	{ admission, ...facts }: Correction,
): Promise<void> {
	const at = context.clock.now();
	const { duplicate, approvers } = admission;
	const by = { member: context.member.id };
	const set = {
		...facts,
		duplicate_of: duplicate && JSON.stringify(duplicate.of),
		duplicate_reason: duplicate?.reason ?? null,
		duplicate_by: duplicate && context.member.id,
		highest_amount: highestAmount(row, facts.amount),
	};
	const details = { changes: changes(row, facts) };
	const amended = await amendPayment(trx, at, row, { event: "corrected", by, details, set });
	if (!amended) throw new Error("a locked payment can be amended");
	if (duplicate) await recordDuplicate(trx, at, amended, duplicate, context.member.id);
	const people = await voidApprovals(trx, at, row);
	if (people.length > 0)
		await recordHappening(trx, at, amended, { event: "approvals_voided", by, details: { people } });
	if (approvers > 0) return;
	const approval = { approved_facts: factsDigest(amended) };
	const moved = await movePayment(trx, at, amended, {
		to: "approved",
		event: "approval_not_needed",
		by: "cauri",
		set: approval,
	});
	if (moved) await addSendJob(trx, moved);
}

/** Null while no amount before was higher than the one of now. */
function highestAmount(row: PaymentRow, amount: string): string | null {
	const highest = decidingAmount(row);
	return highest > decidingAmount({ amount, highest_amount: null }) ? toDecimal(highest) : null;
}

/** What differs; numbers masked, since the record keeps it for ever. */
function changes(before: PaymentRow, after: Omit<Correction, "admission">): CorrectedFact[] {
	const facts: (CorrectedFact | null)[] = [
		minorOf(before.amount) === minorOf(after.amount)
			? null
			: { field: "amount", from: before.amount, to: after.amount, currency: before.currency },
		before.operator_name === after.operator_name
			? null
			: { field: "operator", from: before.operator_name, to: after.operator_name },
		before.phone_number === after.phone_number
			? null
			: { field: "destination", from: maskNumber(before.phone_number), to: maskNumber(after.phone_number) },
		before.note === after.note ? null : { field: "note", from: before.note, to: after.note },
	];
	return facts.filter((fact) => fact !== null);
}
