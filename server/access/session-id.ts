/** Session ids: 256 random bits in the cookie, their digest in the row. */
import { createHash, randomBytes } from "node:crypto";

export function newSessionId(): string {
	return randomBytes(32).toString("base64url");
}

export function isSessionId(text: unknown): text is string {
	return typeof text === "string" && /^[A-Za-z0-9_-]{43}$/.test(text);
}

/** The stored digest: database readers cannot make a cookie from it. */
export function hashSessionId(id: string): string {
	return createHash("sha256").update(id).digest("hex");
}

export const SESSION_NAME_LENGTH = 16;

/** A session's public name, derived from its key: it distinguishes sessions and does not reveal the id. */
export function nameOfSession(key: string): string {
	return key.slice(0, SESSION_NAME_LENGTH);
}
