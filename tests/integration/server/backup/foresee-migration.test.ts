import { expect, test } from "vitest";
import { foreseeMigration } from "#server/backup/foresee-migration.ts";
import { applySqlFiles, migrateDesk } from "#server/store/migrate.ts";
import { DESK_MIGRATIONS } from "#server/store/schema-version.ts";
import { createEmptyDatabase, dropEmptyDatabases } from "#tests/support/database/empty-database.ts";

dropEmptyDatabases();

test("what a migration will do is said before it begins: its files, their tables' rows and bytes, about how long", async () => {
	const { database, pool } = await createEmptyDatabase();
	await applySqlFiles(database, DESK_MIGRATIONS, { last: "0006-wallets" });
	await pool.query(`insert into balance_reading (environment, currency, wallet_reference, balance, updated_at, fetched_at)
		select 'e', 'XOF', 'WF-1', 1, now(), now() from generate_series(1, 1000)`);
	await pool.query("analyze balance_reading");
	const before = await foreseeMigration(database);
	expect(before.files[0]).toMatch(/^0007-/);
	expect(before.bytes).toBeGreaterThan(0);
	expect(before.seconds).toBeGreaterThanOrEqual(before.files.length);
	expect(before.databaseBytes).toBeGreaterThan(before.bytes);
	await migrateDesk(database);
	expect(await foreseeMigration(database)).toMatchObject({ files: [], rows: 0, bytes: 0, seconds: 0 });
});
