import type { StepUpOrder, StepUpPurpose, StepUpSubject } from "#lib/contracts/second-factor.ts";
import type { PaymentRow } from "#server/payment-records/payment-summary.ts";
import { type BoundFacts, digest, factsDigest } from "#server/payments/rules/digests.ts";

/** Any other payment, version, amount or action gives another digest, so a proof cannot be used for another action. */
export function actionDigest(
	purpose: StepUpPurpose,
	payment: BoundFacts & { id: string },
	{ version, outcome, amount, reference }: Omit<StepUpSubject, "kind" | "id">,
): string {
	// JSON writes a missing term of this list as null.
	return digest([purpose, payment.id, factsDigest(payment), [version, outcome, amount, reference]]);
}

/** Returns one digest for each payout that is approved, and one more for the batch whose rows they are. */
export function approvalDigests(rows: readonly PaymentRow[], batch?: BatchFacts): string[] {
	const own = rows.map((row) => actionDigest("approve", row, { version: row.version }));
	return batch ? [batchDigest(batch, rows), ...own] : own;
}

export interface BatchFacts {
	id: string;
	version: number;
	name: string;
}

/** Covers what a batch's approver reads besides the facts of each payment: the batch's name, and each row's recipient and purpose. */
function batchDigest(
	{ id, version, name }: BatchFacts,
	rows: readonly Pick<PaymentRow, "id" | "amount" | "currency" | "recipient_name" | "note">[],
): string {
	const facts = rows.map((row) => [row.id, row.amount, row.currency, row.recipient_name, row.note]);
	const sorted = facts.sort(([one], [other]) => ((one ?? "") < (other ?? "") ? -1 : 1));
	return digest(["batch", id, version, name, sorted]);
}

/** Returns the `actionDigest` of a new or corrected payout. */
export function orderDigest({ of: id, version, phoneNumber, ...facts }: StepUpOrder): string {
	return actionDigest("request", { ...facts, id, kind: "payout", phone_number: phoneNumber }, { version });
}
