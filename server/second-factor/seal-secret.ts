/**
 * Encrypts secrets at rest: AES-256-GCM with a key derived from SESSION_PASSWORD, bound to the member. Pure, except for randomness.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { newestFirst } from "#server/access/session-passwords.ts";
import type { Config } from "#server/config.ts";

type Keys = Pick<Config, "sessionPasswords">;

const SEALED = /^v1\.([A-Za-z0-9_-]{16})\.([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]+)$/;

export function sealSecret(keys: Keys, memberId: string, secret: Uint8Array): string {
	const [password = ""] = newestFirst(keys);
	const iv = randomBytes(12);
	const cipher = createCipheriv("aes-256-gcm", keyOf(password), iv).setAAD(Buffer.from(memberId));
	const text = Buffer.concat([cipher.update(secret), cipher.final()]);
	return ["v1", iv, cipher.getAuthTag(), text]
		.map((part) => (typeof part === "string" ? part : part.toString("base64url")))
		.join(".");
}

/** Tries each session password. Returns null when none of them opens the secret, or when it was sealed for another member. */
export function openSecret(keys: Keys, memberId: string, sealed: string): Uint8Array | null {
	const [, iv = "", tag = "", text = ""] = SEALED.exec(sealed) ?? [];
	for (const password of iv ? newestFirst(keys) : []) {
		const decipher = createDecipheriv("aes-256-gcm", keyOf(password), Buffer.from(iv, "base64url"));
		decipher.setAAD(Buffer.from(memberId)).setAuthTag(Buffer.from(tag, "base64url"));
		try {
			return new Uint8Array(Buffer.concat([decipher.update(text, "base64url"), decipher.final()]));
		} catch {
			// This password did not seal the secret, or it was sealed for another member. Tries the next password.
		}
	}
	return null;
}

function keyOf(password: string): Buffer {
	return Buffer.from(hkdfSync("sha256", password, "cauri", "second factor: secrets at rest", 32));
}
