import { createHash } from "node:crypto";
import type { StepUpClosing } from "#lib/contracts/second-factor.ts";
import type { WalletKey } from "#server/store/listed.ts";

/**
 * Any other month, wallet, decision or version gives another digest, so a proof cannot be reused for it. `figures`: the digest of
 * those that are confirmed or reopened; null for a proposal, which makes them.
 */
export function closingDigest(
	{ environment, currency }: WalletKey,
	{ month, decision, version }: Pick<StepUpClosing, "month" | "decision" | "version">,
	figures: string | null,
): string {
	return createHash("sha256")
		.update(JSON.stringify(["closing", environment, currency, month, decision, version, figures]))
		.digest("hex");
}
