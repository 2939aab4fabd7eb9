import { hash } from "node:crypto";
import type { StepUpLine } from "#lib/contracts/second-factor.ts";

/** Binds a step-up to one line, verdict, payment and reference, so the same proof cannot confirm another decision. */
export function lineDigest(
	{ currency, amount, created_at }: { currency: string; amount: string; created_at: Date },
	{ id, verdict, paymentId, reference }: StepUpLine,
): string {
	const facts = ["line", id, currency, amount, created_at.toISOString(), verdict, paymentId ?? null, reference ?? null];
	return hash("sha256", JSON.stringify(facts));
}
