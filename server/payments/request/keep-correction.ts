import type { CorrectedFact } from "#lib/contracts/payment-event.ts";
import { minorOf, toDecimal } from "#lib/money.ts";
import { decidingAmount } from "#lib/payments/payout-rules.ts";
import type { Context } from "#server/context.ts";
import { maskNumber } from "#server/log.ts";
import { amendPayment, movePayment, recordPaymentEvent } from "#server/payment-records/move-payment.ts";
import type { PaymentRow } from "#server/payment-records/payment-summary.ts";
import { addSendJob } from "#server/payment-records/send-job.ts";
import { nameInBook, recordDuplicate } from "#server/payments/request/start-payment.ts";
import { factsDigest } from "#server/payments/rules/digests.ts";
import type { Admission } from "#server/payments/rules/guard-payout.ts";
import { readApproversNeeded } from "#server/payments/rules/payout-progress.ts";
import { voidApprovals } from "#server/payments/rules/void-approvals.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

export interface Correction {
	/** Decimal text with two places. */
	amount: string;
	operator: string;
	operator_name: string;
	country: string;
	phone_number: string;
	note: string | null;
	metadata: string | null;
	duplicate: Admission["duplicate"];
}

/** The row is locked and waits. A payout that needs no approval is approved at once, as in a new request. */
export async function keepCorrection(
	context: Context,
	trx: DatabaseTransaction,
	row: PaymentRow,
	{ duplicate, ...facts }: Correction,
): Promise<void> {
	const at = context.clock.now();
	const by = { member: context.member.id };
	const set = {
		...facts,
		...(facts.phone_number === row.phone_number ? {} : { recipient_name: nameInBook(facts.phone_number) }),
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
		await recordPaymentEvent(trx, at, amended, { event: "approvals_voided", by, details: { people } });
	if ((await readApproversNeeded(trx, amended)) > 0) return;
	const approval = { approved_facts: factsDigest(amended) };
	const moved = await movePayment(trx, at, amended, {
		to: "approved",
		event: "approval_not_needed",
		by: "cauri",
		set: approval,
	});
	if (moved) await addSendJob(trx, moved);
}

/** Null when no earlier amount was higher than the current one. */
function highestAmount(row: PaymentRow, amount: string): string | null {
	const highest = decidingAmount(row);
	return highest > decidingAmount({ amount, highest_amount: null }) ? toDecimal(highest) : null;
}

/** Numbers are masked, since the audit log keeps them for ever. */
function changes(before: PaymentRow, after: Omit<Correction, "duplicate">): CorrectedFact[] {
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
