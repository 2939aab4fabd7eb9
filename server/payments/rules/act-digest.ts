import type { StepUpOrder, StepUpPurpose, StepUpSubject } from "#lib/contracts/second-factor.ts";
import type { PaymentRow } from "#server/payment-records/payment-summary.ts";
import { type BoundFacts, digest, factsDigest } from "#server/payments/rules/digests.ts";

/** Any other payment, version, amount or act gives another digest, so a proof cannot be used for another act. */
export function actDigest(purpose: StepUpPurpose, payment: BoundFacts & { id: string }, act: StepUpSubject): string {
	const { version, outcome = null, amount = null, reference = null } = act;
	const terms = { version, outcome, amount, reference };
	return digest([purpose, payment.id, factsDigest(payment), Object.values(terms)]);
}

export interface BatchFacts {
	id: string;
	version: number;
	name: string;
}

/** Covers what a batch's approver reads besides the facts of each payment: the batch's name, and each row's recipient and purpose. */
export function batchDigest(
	{ id, version, name }: BatchFacts,
	rows: readonly Pick<PaymentRow, "id" | "amount" | "currency" | "recipient_name" | "note">[],
): string {
	const facts = rows.map((row) => [row.id, row.amount, row.currency, row.recipient_name, row.note]);
	const sorted = facts.sort(([one], [other]) => ((one ?? "") < (other ?? "") ? -1 : 1));
	return digest(["batch", id, version, name, sorted]);
}

/** Returns the `actDigest` of a new or corrected payout. */
export function orderDigest({ of: id, version, phoneNumber, ...facts }: StepUpOrder): string {
	return actDigest(
		"request",
		{ ...facts, id, kind: "payout", phone_number: phoneNumber },
		{ kind: "payout", id, version },
	);
}
