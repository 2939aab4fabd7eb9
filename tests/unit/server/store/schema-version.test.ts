import { expect, test } from "vitest";
import { isAtLeast, leastVersion, newerSchema, serverFault } from "#server/store/schema-version.ts";

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

test("versions are compared by their numbers", () => {
	for (const version of ["0.1.0", "0.1.1", "0.2.0", "0.10.0", "1.0.0"]) expect(isAtLeast(version, "0.1.0")).toBe(true);
	for (const version of ["0.0.9", "0.1.0", "0.9.12"]) expect(isAtLeast(version, "0.10.0")).toBe(false);
});

test("a program runs on a newer schema when each migration that it does not know says that its version can", () => {
	const schema = (...unknown: string[]) => ({
		applied: ["0001-functions", ...unknown],
		missing: [],
		unknown,
		own: "0001-functions",
	});
	expect(leastVersion("0020-labels.from-0.10.2")).toBe("0.10.2");
	expect(newerSchema(schema(), "0.1.0")).toBeNull();
	expect(newerSchema(schema("0020-labels.from-0.1.0", "0021-tidy.from-0.2.0"), "0.2.1")).toMatch(
		/^This database has a newer schema \(0021-tidy\.from-0\.2\.0; this version ends at 0001-functions\)/,
	);
	expect(newerSchema(schema("0020-labels.from-0.1.0", "0021-tidy.from-0.2.0"), "0.1.0")).toBeNull();
	expect(newerSchema(schema("0020-labels.from-0.1.0", "0021-tidy"), "9.0.0")).toBeNull();
	expect(newerSchema(schema("0001-ground"), "9.0.0")).toBeNull();
});
