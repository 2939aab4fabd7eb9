import type { Pool } from "pg";
import type { SandboxDatabase, SandboxTables } from "#server/sandbox/tables.ts";
import { openDatabase, openPool } from "#server/store/database.ts";
import { applySqlFiles } from "#server/store/migrate.ts";

export function openSandboxStore(databaseUrl: string) {
	const pool = openPool(databaseUrl, { application_name: "cauri-sandbox", max: 12 });
	return { pool, database: sandboxDatabase(pool) };
}

export function sandboxDatabase(pool: Pool): SandboxDatabase {
	return openDatabase<SandboxTables>(pool).withSchema("sandbox");
}

/** Migrates the schema; safe to run twice and concurrently. */
export async function migrateSandbox(database: SandboxDatabase): Promise<void> {
	await applySqlFiles(database, new URL("./migrations/", import.meta.url), { schema: "sandbox" });
}
