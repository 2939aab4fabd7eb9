/** Makes room for a backup: what the desk has there goes, and nothing that somebody else has. */
import { type ClientBase, escapeIdentifier } from "pg";
import { BackupError } from "#server/backup/backup-error.ts";
import { MIGRATION_TABLE, readDeskTables, readMadeNames } from "#server/backup/desk-tables.ts";

/** Where one row says that a desk was at work. A database that was only brought level has none there. */
const TRACES = ["member", "payment", "movement", "audit_entry"];
const PATIENCE = "10s";

/** Rows of those tables; empty: nothing would be lost. */
export async function readTraces(client: ClientBase): Promise<{ table: string; rows: string }[]> {
	const { tables } = await readDeskTables(client);
	const found: { table: string; rows: string }[] = [];
	for (const { name } of tables.filter((table) => TRACES.includes(table.name))) {
		const { rows } = await client.query<{ count: string }>(`select count(*) from ${escapeIdentifier(name)}`);
		if (rows[0] && rows[0].count !== "0") found.push({ table: name, rows: rows[0].count });
	}
	return found;
}

/** In the transaction of the caller: until it commits, everything is still there. The job queue goes with the desk. */
export async function clearDatabase(client: ClientBase): Promise<void> {
	const { tables } = await readDeskTables(client);
	const names = tables.map(({ name }) => name).filter((name) => name !== MIGRATION_TABLE);
	const { functions } = await readMadeNames();
	try {
		await client.query(`set local lock_timeout = '${PATIENCE}'`);
		await client.query("drop schema if exists graphile_worker cascade");
		if (names.length > 0) await client.query(`drop table ${names.map(escapeIdentifier).join(", ")}`);
		for (const name of functions) await client.query(`drop function if exists ${escapeIdentifier(name)}`);
		if (tables.length > names.length) await client.query(`delete from ${MIGRATION_TABLE}`);
		await client.query("set local lock_timeout = 0");
	} catch (cause) {
		const { code, message } = cause as { code?: string; message: string };
		if (code === "55P03")
			throw new BackupError("This database is in use: somebody holds its tables. Stop what works on it first.", {
				cause,
			});
		// Dependent objects: a report's view, say.
		if (code === "2BP01")
			throw new BackupError(`Something that is not Cauri's depends on its tables (${message}): remove that first.`, {
				cause,
			});
		throw cause;
	}
}
