/** Gives each test file a database: a copy of the migrated template, dropped when the file ends. */
import { randomBytes } from "node:crypto";
import type { Pool } from "pg";
import { afterAll, inject } from "vitest";
import { type Database, openDatabase, openPool } from "#server/store/database.ts";
import { databaseUrl, programUrl, runAsAdmin } from "#tests/support/database/postgres-server.ts";
import { nameAccounts } from "#tests/support/database/program-accounts.ts";
import { askNoSecondFactor } from "#tests/support/desk/no-second-factor.ts";

/** All three of the owner; the contexts of `#tests/support/contexts.ts` use the programs' accounts. */
export interface TestDatabase {
	url: string;
	pool: Pool;
	database: Database;
}

/** Call at the top of a test file. */
export async function createTestDatabase(): Promise<TestDatabase> {
	const adminUrl = inject("adminUrl");
	const name = `cauri_test_${randomBytes(8).toString("hex")}`;
	await runAsAdmin(adminUrl, `create database ${name} template ${inject("template")} strategy file_copy`);
	const url = databaseUrl(adminUrl, name);
	// Tests send up to two hundred requests at once, which on a slow machine wait longer for a connection than the 5 s of a program.
	const [pool, web, worker] = [url, programUrl(url, "web"), programUrl(url, "worker")].map((address) =>
		openPool(address, { connectionTimeoutMillis: 30_000 }),
	) as [Pool, Pool, Pool];
	afterAll(async () => {
		await Promise.all([pool, web, worker].map((each) => each.end()));
		await runAsAdmin(adminUrl, `drop database if exists ${name} with (force)`);
	});
	const database = openDatabase(pool);
	nameAccounts({ owner: database, web: openDatabase(web), worker: openDatabase(worker) });
	await askNoSecondFactor(database);
	return { url, pool, database };
}
