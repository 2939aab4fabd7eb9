import { sql } from "kysely";
import { expect, test } from "vitest";
import { openDatabase, openPool } from "#server/store/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";

const { url } = await createTestDatabase();

test("every session commits durably, counts time in UTC and compiles no statement, whatever the server’s default", async () => {
	const pool = openPool(url, { max: 1 });
	const database = openDatabase(pool);
	try {
		const { rows } =
			await sql`select current_setting('synchronous_commit') as commits, current_setting('TimeZone') as zone,
			current_setting('jit') as compiles`.execute(database);
		expect(rows).toEqual([{ commits: "on", zone: "UTC", compiles: "off" }]);
	} finally {
		await pool.end();
	}
});
