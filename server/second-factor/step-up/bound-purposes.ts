import type { StepUpPurpose } from "#lib/contracts/second-factor.ts";

const BOUND: readonly StepUpPurpose[] = ["request", "approve", "settle", "confirm", "close"];

/** A proof for these purposes is valid for exactly the subjects that it names. */
export function isBound(purpose: StepUpPurpose): boolean {
	return BOUND.includes(purpose);
}
