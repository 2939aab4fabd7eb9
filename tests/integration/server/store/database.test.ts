import { Socket } from "node:net";
import { sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import { openDatabase, openPool } from "#server/store/database.ts";
import { PREPARED } from "#server/store/prepared-statements.ts";
import { insertAll } from "#server/store/sql-fragments.ts";
import { createTestDatabase } from "#tests/support/database.ts";

const { database, url } = await createTestDatabase();
const at = new Date("2026-03-10T09:00:00Z");

test("every session commits durably, counts time in UTC and compiles no statement, whatever the server’s default; a statement that asks for it is planned once a connection, and answers each time with its own values", async () => {
	const pool = openPool(url, { max: 1 });
	onTestFinished(() => pool.end());
	const own = openDatabase(pool);
	const { rows: settings } =
		await sql`select current_setting('synchronous_commit') as commits, current_setting('TimeZone') as zone,
		current_setting('jit') as compiles`.execute(own);
	expect(settings).toEqual([{ commits: "on", zone: "UTC", compiles: "off" }]);
	for (const value of ["one", "two", "three"]) {
		const marked = await sql<{ said: string }>`select ${PREPARED} ${value}::text as said`.execute(own);
		expect(marked.rows).toEqual([{ said: value }]);
		await sql`select ${value}::text as said`.execute(own);
	}
	const { rows } = await sql<{ many: number }>`select count(*)::integer as many from pg_prepared_statements`.execute(
		own,
	);
	expect(rows).toEqual([{ many: 1 }]);
});

test("a connection whose other end vanished is noticed, also while it only receives, as a copy for a backup does", async () => {
	const keepAlive = vi.spyOn(Socket.prototype, "setKeepAlive");
	const pool = openPool(url, { max: 1 });
	onTestFinished(() => pool.end());
	await pool.query("select");
	expect(keepAlive).toHaveBeenCalledWith(true, 10_000);
});

test("An empty list inserts nothing.", async () => {
	expect(await insertAll(database, "setting", []).returning("name").execute()).toEqual([]);
});

test("More rows than a statement has parameters are inserted in their order, with values of jsonb and the columns' defaults.", async () => {
	const rows = Array.from({ length: 40_000 }, (_, n) => ({
		name: `n${n}`,
		value: { n, text: "a “quoted” \\ text" },
		changed_at: at,
	}));
	const written = await insertAll(database, "setting", rows).returning(["name", "value", "changed_by"]).execute();
	expect(written).toHaveLength(rows.length);
	expect(written.at(-1)).toEqual({ name: "n39999", value: rows.at(-1)?.value, changed_by: null });
});

test("Half of a character at the end of a cut text becomes the sign for an unknown one.", async () => {
	const rows = [{ name: "cut", value: { text: "a😀".slice(0, 2) }, changed_at: at }];
	expect(await insertAll(database, "setting", rows).returning("value").execute()).toEqual([
		{ value: { text: "a\ufffd" } },
	]);
});
