import { randomBytes } from "node:crypto";
import { afterAll, inject } from "vitest";
import { openDatabase, openPool } from "#server/store/database.ts";
import { databaseUrl, runAsAdmin } from "#tests/support/database/postgres-server.ts";
import type { TestDatabase } from "#tests/support/database.ts";

const made: (() => Promise<void>)[] = [];

/** Requires a call of `dropEmptyDatabases` at the top of the file. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
	const adminUrl = inject("adminUrl");
	const name = `cauri_empty_${randomBytes(8).toString("hex")}`;
	await runAsAdmin(adminUrl, `create database ${name}`);
	const url = databaseUrl(adminUrl, name);
	const pool = openPool(url);
	made.push(async () => {
		await pool.end();
		await runAsAdmin(adminUrl, `drop database if exists ${name} with (force)`);
	});
	return { url, pool, database: openDatabase(pool) };
}

export function dropEmptyDatabases(): void {
	afterAll(async () => {
		for (const drop of made.splice(0)) await drop();
	});
}
