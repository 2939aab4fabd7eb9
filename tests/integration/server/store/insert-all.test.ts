import { expect, test } from "vitest";
import { insertAll } from "#server/store/listed.ts";
import { createTestDatabase } from "#tests/support/database.ts";

const { database } = await createTestDatabase();
const at = new Date("2026-03-10T09:00:00Z");

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
