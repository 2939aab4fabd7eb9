import { readFileSync } from "node:fs";
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { SchemaSnapshot } from "#tests/simulation/memory/schema.ts";
import { createTestDatabase } from "#tests/support/database.ts";

const { database } = await createTestDatabase();

/** What the simulation's database must have, in the words of PostgreSQL's own catalogue. */
async function readSchema(): Promise<SchemaSnapshot> {
	const columns = await sql<SchemaSnapshot["columns"][number]>`
		select table_name as table, column_name as column, data_type as type, column_default as default,
			is_identity = 'YES' as identity
		from information_schema.columns where table_schema = 'public' and table_name not like 'kysely%'
		order by table_name, column_name`.execute(database);
	const uniques = await sql<SchemaSnapshot["uniques"][number]>`
		select t.relname as table, i.relname as name, pg_get_expr(x.indpred, x.indrelid) as where,
			array(select a.attname::text from unnest(x.indkey) with ordinality as k (attnum, place)
				join pg_attribute a on a.attrelid = x.indrelid and a.attnum = k.attnum
				where k.place <= x.indnkeyatts order by k.place) as columns
		from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
		join pg_namespace n on n.oid = t.relnamespace
		where x.indisunique and n.nspname = 'public' and t.relname not like 'kysely%'
		order by t.relname, i.relname`.execute(database);
	const checks = await sql<{ name: string }>`
		select conrelid::regclass || '.' || conname as name from pg_constraint
		where contype = 'c' and connamespace = 'public'::regnamespace order by 1`.execute(database);
	const triggers = await sql<{ name: string }>`
		select tgrelid::regclass || '.' || tgname as name from pg_trigger
		where not tgisinternal and tgrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace) order by 1`.execute(
		database,
	);
	return {
		columns: columns.rows,
		uniques: uniques.rows,
		checks: checks.rows.map(({ name }) => name),
		triggers: triggers.rows.map(({ name }) => name),
	};
}

const written = JSON.parse(readFileSync(new URL("../../simulation/memory/schema.json", import.meta.url), "utf8"));

// What differs is to be looked at, and then to be written into the file: a new check or trigger belongs into CHECKS, too.
test("the simulation's tables, unique values, checks and triggers are those of the migrations", async () => {
	expect(await readSchema()).toEqual(written);
});
