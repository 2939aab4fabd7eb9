/** Recovery codes: 140 random bits each, shown once, stored as digests. Pure but for randomness. */
import { createHash, randomBytes } from "node:crypto";

export const RECOVERY_CODES = 10;
// Crockford's alphabet: no letter that resembles another or a digit.
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const LENGTH = 28;

export function newRecoveryCodes(): string[] {
	return Array.from({ length: RECOVERY_CODES }, () => {
		const letters = [...randomBytes(LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]).join("");
		return letters.match(/.{4}/g)?.join("-") ?? letters;
	});
}

/** Accepts capitals, spaces, and an O for a zero. */
export function plainRecoveryCode(typed: string): string {
	const letters = typed.toLowerCase().replace(/[^a-z0-9]/g, "");
	return letters.replaceAll("o", "0").replace(/[il]/g, "1");
}

/** 140 random bits need no slow hash; the member's id makes equal codes differ. */
export function hashRecoveryCode(memberId: string, typed: string): string {
	return createHash("sha256")
		.update(`recovery:${memberId}:${plainRecoveryCode(typed)}`)
		.digest("hex");
}
