import { sql } from "kysely";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";

/** Digest of kind, subject, before and after. A confirmation is bound to it, and the database guard requires the same digest. */
export async function readChangeDigest(database: Database | DatabaseTransaction, id: string): Promise<string> {
	const query = database.selectFrom("change_request").where("id", "=", id);
	return (await query.select(sql<string>`change_digest(change_request)`.as("digest")).executeTakeFirstOrThrow()).digest;
}
