import type { Database, DatabaseTransaction } from "#server/store/database.ts";

/** Tells whether the session began at the identity provider. `key`: session key, which survives a change of the session id. */
export async function isThroughProvider(database: Database | DatabaseTransaction, key: string): Promise<boolean> {
	const row = await database
		.selectFrom("provider_session")
		.select("session_key")
		.where("session_key", "=", key)
		.executeTakeFirst();
	return row !== undefined;
}
