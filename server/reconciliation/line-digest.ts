import { createHash } from "node:crypto";
import type { StepUpLine } from "#lib/contracts/second-factor.ts";

/** Any other line, explanation or payment gives another digest, so a proof cannot be reused for it. */
export function lineDigest(
	{ currency, amount, created_at }: { currency: string; amount: string; created_at: Date },
	{ id, verdict, paymentId }: StepUpLine,
): string {
	return createHash("sha256")
		.update(JSON.stringify(["line", id, currency, amount, created_at.toISOString(), verdict, paymentId ?? null]))
		.digest("hex");
}
