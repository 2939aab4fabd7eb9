/** The id of a session: 256 random bits in the cookie, its digest in the row. */
import { createHash, randomBytes } from "node:crypto";

export function newSessionId(): string {
	return randomBytes(32).toString("base64url");
}

export function isSessionId(text: unknown): text is string {
	return typeof text === "string" && /^[A-Za-z0-9_-]{43}$/.test(text);
}

/** What the table keeps: who reads the database cannot make a cookie of it. */
export function hashSessionId(id: string): string {
	return createHash("sha256").update(id).digest("hex");
}

export const SESSION_NAME_LENGTH = 16;

/** What people and the record call a session, of its key: enough to tell two apart, and no way back to the id. */
export function nameOfSession(key: string): string {
	return key.slice(0, SESSION_NAME_LENGTH);
}
