import { createHash } from "node:crypto";
import type { StepUpOrder, StepUpPurpose, StepUpSubject } from "#lib/contracts/second-factor.ts";
import type { PaymentRow } from "#server/payment-records/payment-summary.ts";
import { type BoundFacts, factsDigest } from "#server/payments/rules/digests.ts";

/** Any other payment, version, amount or act gives another digest, so a proof cannot be used for another act. */
export function actDigest(purpose: StepUpPurpose, payment: BoundFacts & { id: string }, act: StepUpSubject): string {
	const { version, outcome = null, amount = null, reference = null } = act;
	const said = { version, outcome, amount, reference };
	return createHash("sha256")
		.update(JSON.stringify([purpose, payment.id, factsDigest(payment), Object.values(said)]))
		.digest("hex");
}

export interface BatchFacts {
	id: string;
	version: number;
	name: string;
}

/** Covers what an approver of a batch reads in addition to the facts of each payment: its name, and every recipient's name and purpose. */
export function batchDigest(
	{ id, version, name }: BatchFacts,
	rows: readonly Pick<PaymentRow, "id" | "amount" | "currency" | "recipient_name" | "note">[],
): string {
	const said = rows.map((row) => [row.id, row.amount, row.currency, row.recipient_name, row.note]);
	const sorted = said.sort(([one], [other]) => ((one ?? "") < (other ?? "") ? -1 : 1));
	return createHash("sha256")
		.update(JSON.stringify(["batch", id, version, name, sorted]))
		.digest("hex");
}

/** Returns the `actDigest` of a payout that is requested now. */
export function orderDigest({ of: id, version, phoneNumber, ...facts }: StepUpOrder): string {
	return actDigest(
		"request",
		{ ...facts, id, kind: "payout", phone_number: phoneNumber },
		{ kind: "payout", id, version },
	);
}
