/** One digest of all that one proof is given for, in whatever order it was listed; and the challenge made of it. Pure. */
import { createHash } from "node:crypto";
import type { StepUpPurpose } from "#lib/contracts/second-factor.ts";

export function listDigest(digests: readonly string[]): string {
	return createHash("sha256")
		.update(JSON.stringify([...digests].sort()))
		.digest("hex");
}

export interface ChallengeParts {
	nonce: string;
	sessionKey: string;
	purpose: StepUpPurpose;
	/** Null where the purpose alone counts. */
	digest: string | null;
}

/** What the authenticator signs names what is approved: its signature is good for nothing else. */
export function challengeOf({ nonce, sessionKey, purpose, digest }: ChallengeParts): Uint8Array<ArrayBuffer> {
	const text = JSON.stringify(["cauri step-up", nonce, sessionKey, purpose, digest]);
	return new Uint8Array(createHash("sha256").update(text).digest());
}
