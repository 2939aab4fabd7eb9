/** What a fresh proof is bound to: one payment as it stands, and what is done or said of it. Pure. */
import { createHash } from "node:crypto";
import type { StepUpPurpose, StepUpSubject } from "#lib/contracts/second-factor.ts";
import { type BoundFacts, factsDigest } from "#server/payments/rules/digests.ts";

/** Another payment, another version, another amount or another word of it is another digest: a proof for one is none for it. */
export function actDigest(purpose: StepUpPurpose, payment: BoundFacts & { id: string }, act: StepUpSubject): string {
	const { version, outcome = null, amount = null, reference = null } = act;
	const said = { version, outcome, amount, reference };
	return createHash("sha256")
		.update(JSON.stringify([purpose, payment.id, factsDigest(payment), Object.values(said)]))
		.digest("hex");
}
