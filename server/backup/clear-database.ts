/** Empties the database for a restore: drops the desk's objects, and nothing that belongs to others. */
import { type ClientBase, escapeIdentifier } from "pg";
import { BackupError } from "#server/backup/backup-error.ts";
import { MIGRATION_TABLE, readDeskTables, readMadeNames } from "#server/backup/desk-tables.ts";

/** A row in any of these shows that a desk was in use. A freshly migrated database has none. */
const TRACES = ["member", "payment", "movement", "audit_entry"];
const PATIENCE = "10s";

/** Counts rows of those tables; empty: nothing would be lost. */
export async function readTraces(client: ClientBase): Promise<{ table: string; rows: string }[]> {
	const { tables } = await readDeskTables(client);
	const found: { table: string; rows: string }[] = [];
	for (const { name } of tables.filter((table) => TRACES.includes(table.name))) {
		const { rows } = await client.query<{ count: string }>(`select count(*) from ${escapeIdentifier(name)}`);
		if (rows[0] && rows[0].count !== "0") found.push({ table: name, rows: rows[0].count });
	}
	return found;
}

/** Runs in the caller's transaction, so nothing is lost before its commit. Drops the job queue too. */
export async function clearDatabase(client: ClientBase): Promise<void> {
	const { tables } = await readDeskTables(client);
	const names = tables.map(({ name }) => name).filter((name) => name !== MIGRATION_TABLE);
	const functions = await readFunctions(client);
	const drop = async (takesRow: boolean) => {
		for (const one of functions.filter(({ takes_row }) => takes_row === takesRow))
			await client.query(`drop function ${one.signature}`);
	};
	try {
		await client.query(`set local lock_timeout = '${PATIENCE}'`);
		await client.query("drop schema if exists graphile_worker cascade");
		// Functions that take a row type depend on its table; triggers of tables depend on other functions.
		await drop(true);
		if (names.length > 0) await client.query(`drop table ${names.map(escapeIdentifier).join(", ")}`);
		await drop(false);
		if (tables.length > names.length) await client.query(`delete from ${MIGRATION_TABLE}`);
		await client.query("set local lock_timeout = 0");
	} catch (cause) {
		const { code, message } = cause as { code?: string; message: string };
		if (code === "55P03")
			throw new BackupError(
				"This database is in use: another program has locked its tables. Stop that program first.",
				{
					cause,
				},
			);
		// Dependent objects exist, for example a view for reports.
		if (code === "2BP01")
			throw new BackupError(
				`An object that does not belong to Cauri depends on its tables (${message}). Remove it first.`,
				{
					cause,
				},
			);
		throw cause;
	}
}

/** By signature, because names may be overloaded. */
async function readFunctions(client: ClientBase): Promise<{ signature: string; takes_row: boolean }[]> {
	const { functions } = await readMadeNames();
	const { rows } = await client.query<{ signature: string; takes_row: boolean }>(
		`select p.oid::regprocedure::text as signature,
			exists (select from pg_class c where c.reltype <> 0 and c.reltype = any (p.proargtypes)) as takes_row
		from pg_proc p where p.pronamespace = current_schema()::regnamespace and p.proname = any ($1)`,
		[functions],
	);
	return rows;
}
