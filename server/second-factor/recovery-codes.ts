/** Recovery codes: 140 random bits each, shown once, kept as digests. Pure but for chance. */
import { createHash, randomBytes } from "node:crypto";

export const RECOVERY_CODES = 10;
// Crockford's: no letter that passes for another or for a digit.
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const LENGTH = 28;

/** "k3v9-2m4x-8p1q-w7zt-0h6c-r5dn-y2fb" */
export function newRecoveryCodes(): string[] {
	return Array.from({ length: RECOVERY_CODES }, () => {
		const letters = [...randomBytes(LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]).join("");
		return letters.match(/.{4}/g)?.join("-") ?? letters;
	});
}

/** However it was typed: capitals, spaces, an O for a zero. */
export function plainRecoveryCode(typed: string): string {
	const letters = typed.toLowerCase().replace(/[^a-z0-9]/g, "");
	return letters.replaceAll("o", "0").replace(/[il]/g, "1");
}

/** So much chance needs no slow hash; the member's id keeps equal codes apart. */
export function hashRecoveryCode(memberId: string, typed: string): string {
	return createHash("sha256")
		.update(`recovery:${memberId}:${plainRecoveryCode(typed)}`)
		.digest("hex");
}
