import { sql } from "kysely";
import { expect, test } from "vitest";
import { openDatabase, openPool } from "#server/store/database.ts";
import { PREPARED } from "#server/store/keep-prepared.ts";
import { createTestDatabase } from "#tests/support/database.ts";

const { url } = await createTestDatabase();

test("a statement that asks for it is planned once a connection, and answers each time with its own values", async () => {
	const pool = openPool(url, { max: 1 });
	const database = openDatabase(pool);
	try {
		for (const value of ["one", "two", "three"]) {
			const marked = await sql<{ said: string }>`select ${PREPARED} ${value}::text as said`.execute(database);
			expect(marked.rows).toEqual([{ said: value }]);
			await sql`select ${value}::text as said`.execute(database);
		}
		const { rows } = await sql<{ many: number }>`select count(*)::integer as many from pg_prepared_statements`.execute(
			database,
		);
		expect(rows).toEqual([{ many: 1 }]);
	} finally {
		await pool.end();
	}
});
