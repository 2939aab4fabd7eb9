import { expect, test } from "vitest";
import { serverFault } from "#server/store/schema-version.ts";

test("PostgreSQL 15 to 18 is taken, and 14 is refused in one sentence", () => {
	for (const number of [150_018, 160_004, 170_002, 180_004]) expect(serverFault("PostgreSQL", number)).toBeNull();
	expect(serverFault("PostgreSQL 14.20", 140_020)).toBe(
		"Cauri runs on PostgreSQL 15 to 18; this is 14. Upgrade the server first.",
	);
});

test("a database that only speaks like PostgreSQL is refused by its name", () => {
	expect(serverFault("CockroachDB CCL v24.1.0", 130_000)).toContain("Cockroach");
	expect(serverFault("PostgreSQL 15.2-YB-2.25 (YugabyteDB)", 150_002)).toContain("Yugabyte");
});
