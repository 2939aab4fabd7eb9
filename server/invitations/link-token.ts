/** A link token has 256 random bits; the row keeps only its digest. The database computes the same digest (`link_in_hand`). */
import { createHash, randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { DatabaseTransaction } from "#server/store/database.ts";

export function newLinkToken(): string {
	return randomBytes(32).toString("base64url");
}

export function hashLinkToken(token: string): string {
	return createHash("sha256").update(token).digest("hex");
}

/** The database guard of members requires the token itself, so reading the rows is not enough to join. */
export async function openByLink(trx: DatabaseTransaction, token: string): Promise<void> {
	await sql`select set_config('cauri.link', ${token}, true)`.execute(trx);
}
