/** A database of its own for each test file: a copy of the migrated template, gone when the file ends. */
import { randomBytes } from "node:crypto";
import pg from "pg";
import { afterAll, inject } from "vitest";
import { type Database, openDatabase, openPool } from "#server/store/database.ts";

export interface TestDatabase {
	url: string;
	pool: pg.Pool;
	database: Database;
}

/** Call at the top of a test file; dropped after its last test. */
export async function createTestDatabase(): Promise<TestDatabase> {
	const name = `cauri_test_${randomBytes(8).toString("hex")}`;
	await admin(`create database ${name} template ${inject("template")}`);
	const url = Object.assign(new URL(inject("adminUrl")), { pathname: `/${name}` }).href;
	const pool = openPool(url);
	afterAll(async () => {
		await pool.end();
		await admin(`drop database if exists ${name} with (force)`);
	});
	return { url, pool, database: openDatabase(pool) };
}

async function admin(statement: string): Promise<void> {
	const client = new pg.Client({ connectionString: inject("adminUrl") });
	await client.connect();
	await client.query(statement);
	await client.end();
}
