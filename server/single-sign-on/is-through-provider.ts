import type { Database, DatabaseTransaction } from "#server/store/database.ts";

/** The session began at the identity provider, not at the desk. `key`: of the session, whatever its id is now. */
export async function isThroughProvider(database: Database | DatabaseTransaction, key: string): Promise<boolean> {
	const row = await database
		.selectFrom("provider_session")
		.select("session_key")
		.where("session_key", "=", key)
		.executeTakeFirst();
	return row !== undefined;
}
