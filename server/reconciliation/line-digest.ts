import { hash } from "node:crypto";
import type { StepUpLine } from "#lib/contracts/second-factor.ts";

/** Binds a step-up to one line, verdict and payment, so the same proof cannot confirm another decision. */
export function lineDigest(
	{ currency, amount, created_at }: { currency: string; amount: string; created_at: Date },
	{ id, verdict, paymentId }: StepUpLine,
): string {
	const facts = ["line", id, currency, amount, created_at.toISOString(), verdict, paymentId ?? null];
	return hash("sha256", JSON.stringify(facts));
}
