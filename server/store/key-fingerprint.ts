/** The fingerprint of the desk's service key, stored by the worker for the web program, which has no key. */
import { sql } from "kysely";
import type { Config } from "#server/config.ts";
import type { Database } from "#server/store/database.ts";

const SERVICE_KEY = "service_key";

type KeyConfig = Pick<Config, "keyFingerprint">;

/** Writes the fingerprint if it changed, and returns whether it did: key files can be renewed while a worker runs. */
export async function noteKeyFingerprint(database: Database, { keyFingerprint }: KeyConfig): Promise<boolean> {
	const value = JSON.stringify({ fingerprint: keyFingerprint });
	const row = { value, changed_at: sql<Date>`now()`, changed_by: null };
	const written = await database
		.insertInto("setting")
		.values({ name: SERVICE_KEY, ...row })
		.onConflict((conflict) =>
			conflict.column("name").doUpdateSet(row).where("setting.value", "is distinct from", sql<never>`${value}::jsonb`),
		)
		.returning("name")
		.executeTakeFirst();
	return written !== undefined;
}

/** Returns an empty text until a worker has stored a fingerprint. */
export async function readKeyFingerprint(database: Database): Promise<string> {
	const row = await database
		.selectFrom("setting")
		.select(sql<string | null>`value ->> 'fingerprint'`.as("fingerprint"))
		.where("name", "=", SERVICE_KEY)
		.executeTakeFirst();
	return row?.fingerprint ?? "";
}
