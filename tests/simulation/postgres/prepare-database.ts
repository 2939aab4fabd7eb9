/** A real database that a run of the simulation can be repeated on: virtual time, and one row of numbers for all identity columns. */
import type { Pool } from "pg";

/** For a statement that waits in the model: it waits here, too, when it has waited so long. */
export const WAITS_MS = 30;
// For all others: on a busy server a commit with a notice waits for other databases' commits, and that is no wait of the run's.
const NEVER_WAITS_MS = 20_000;

/** now() is looked up in our schema first. */
export const CONNECTION_OPTIONS = `-c search_path=simulation,pg_catalog,public -c lock_timeout=${NEVER_WAITS_MS}ms -c synchronous_commit=off -c timezone=UTC`;

/** Once or again. */
export async function prepareDatabase(pool: Pool): Promise<void> {
	await pool.query(`create schema if not exists simulation;
		create sequence if not exists simulation.identity;
		create or replace function simulation.now() returns timestamptz language sql stable
			as $$ select current_setting('simulation.now')::timestamptz $$`);
	const { rows } = await pool.query<{ table_name: string; column_name: string }>(
		"select table_name, column_name from information_schema.columns where table_schema = 'public' and is_identity = 'YES'",
	);
	const times = await pool.query<{ table_name: string; column_name: string }>(
		"select table_name, column_name from information_schema.columns where table_schema = 'public' and column_default = 'pg_catalog.now()'",
	);
	for (const { table_name: table, column_name: column } of times.rows)
		await pool.query(`alter table ${table} alter ${column} set default simulation.now()`);
	for (const { table_name: table, column_name: column } of rows) {
		await pool.query(`alter table ${table} alter ${column} drop identity;
			alter table ${table} alter ${column} set default nextval('simulation.identity')`);
	}
}

/** Empty again, as at the beginning of a run; the record's own guard is put aside for it. */
export async function emptyDatabase(pool: Pool): Promise<void> {
	const { rows } = await pool.query<{ name: string }>(
		"select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'public' and tablename not like 'kysely%'",
	);
	const deletes = rows.map(({ name }) => `delete from ${name};`).join(" ");
	await pool.query(`set session_replication_role = replica; ${deletes}
		delete from graphile_worker._private_jobs; set session_replication_role = default`);
}
