/** Session ids: 256 random bits in the cookie, their digest in the row. */
import { hash, randomBytes } from "node:crypto";

export function newSessionId(): string {
	return randomBytes(32).toString("base64url");
}

export function isSessionId(text: unknown): text is string {
	return typeof text === "string" && /^[A-Za-z0-9_-]{43}$/.test(text);
}

/** Returns the digest that is stored, so that a person who reads the database cannot make a cookie from it. */
export function hashSessionId(id: string): string {
	return hash("sha256", id);
}

export const SESSION_NAME_LENGTH = 16;

/** Returns a session's public name, the beginning of its key, which identifies the session and does not reveal the id. */
export function nameOfSession(key: string): string {
	return key.slice(0, SESSION_NAME_LENGTH);
}
