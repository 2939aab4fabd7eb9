/** All rows of all tables of the desk as text, to compare two databases. */
import type { Pool } from "pg";

export async function readAllRows(pool: Pool, leftOut: readonly string[] = []): Promise<Record<string, string[]>> {
	const { rows: tables } = await pool.query<{ name: string }>(
		"select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1",
	);
	const all: Record<string, string[]> = {};
	for (const { name } of tables.filter((table) => !leftOut.includes(table.name))) {
		const { rows } = await pool.query<{ row: string }>(`select "${name}"::text as row from "${name}" order by 1`);
		all[name] = rows.map(({ row }) => row);
	}
	return all;
}
