import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { createTestDatabase } from "#tests/support/database.ts";

const { pool } = await createTestDatabase();
const migration = (name: string) =>
	readFile(new URL(`../../../../server/store/migrations/${name}.sql`, import.meta.url), "utf8");

test.each([
	[
		"never",
		[
			["XAF", "100000000000.00"],
			["XOF", "100000000000.00"],
		],
	],
	["always", []],
])("whether payouts needed approval before there were rules (%s) is what the first rules say", async (said, rules) => {
	const schema = `before_${said}`;
	const client = await pool.connect();
	try {
		await client.query(`create schema ${schema}; set search_path to ${schema}`);
		await client.query(await migration("0001-ground"));
		await client.query(
			`insert into operator values ('a', 'A', 'CI', 'XOF', 'otp', '[]', null, 10, true), ('b', 'B', 'CM', 'XAF', 'otp', '[]', null, 10, true)`,
		);
		await client.query("insert into setting values ('payout_approval', $1, now(), null)", [
			JSON.stringify({ approvers: said }),
		]);
		await client.query(await migration("0002-guards"));
		const kept = await client.query("select currency, no_approver_up_to from payout_rule order by currency");
		expect(kept.rows.map((row) => [row.currency, row.no_approver_up_to])).toEqual(rules);
		const settings = await client.query("select name from setting");
		expect(settings.rows).toEqual([]);
	} finally {
		client.release(true);
	}
});
