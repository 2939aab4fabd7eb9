/** What a link holds: 256 random bits, and the digest of them that a row keeps. The database reckons the same (`link_in_hand`). */
import { createHash, randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { DatabaseTransaction } from "#server/store/database.ts";

export function newLinkToken(): string {
	return randomBytes(32).toString("base64url");
}

export function hashLinkToken(token: string): string {
	return createHash("sha256").update(token).digest("hex");
}

/** The guard of members asks for the link itself: who reads the rows has digests alone. */
export async function openByLink(trx: DatabaseTransaction, token: string): Promise<void> {
	await sql`select set_config('cauri.link', ${token}, true)`.execute(trx);
}
