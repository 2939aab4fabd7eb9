/** By which key the desk asks the service, as people tell keys apart: noted by the worker, for a web program that has none. */
import { sql } from "kysely";
import type { Config } from "#server/config.ts";
import type { Database } from "#server/store/database.ts";

/** Row of table `setting`. */
const SERVICE_KEY = "service_key";

type KeyConfig = Pick<Config, "keyFingerprint">;

/** Written when it is another one; keys in files are renewed while a worker runs. */
export async function noteKeyFingerprint(database: Database, { keyFingerprint }: KeyConfig): Promise<void> {
	const value = JSON.stringify({ fingerprint: keyFingerprint });
	const row = { value, changed_at: sql<Date>`now()`, changed_by: null };
	await database
		.insertInto("setting")
		.values({ name: SERVICE_KEY, ...row })
		.onConflict((conflict) =>
			conflict.column("name").doUpdateSet(row).where("setting.value", "is distinct from", sql<never>`${value}::jsonb`),
		)
		.execute();
}

/** Empty where no worker has said it yet. */
export async function readKeyFingerprint(database: Database, { keyFingerprint }: KeyConfig): Promise<string> {
	if (keyFingerprint !== null) return keyFingerprint;
	const row = await database
		.selectFrom("setting")
		.select(sql<string | null>`value ->> 'fingerprint'`.as("fingerprint"))
		.where("name", "=", SERVICE_KEY)
		.executeTakeFirst();
	return row?.fingerprint ?? "";
}
