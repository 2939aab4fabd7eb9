/** A link token has 256 random bits; the row keeps only its digest. The database computes the same digest (`link_in_hand`). */
import { createHash, randomBytes } from "node:crypto";

export function newLinkToken(): string {
	return randomBytes(32).toString("base64url");
}

export function hashLinkToken(token: string): string {
	return createHash("sha256").update(token).digest("hex");
}
