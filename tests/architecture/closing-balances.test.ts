import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Folders that may name the table of proofs: its owner, and the store, which has its columns and rights. */
const KEEPERS = /^server\/(reconciliation|store)\//;

test("what a day closed with is said by the reconciliation alone: nothing else reads the proofs", () => {
	const files = globSync(["server/**/*.ts", "app/**/*.ts", "lib/**/*.ts"]).filter((file) => !KEEPERS.test(file));
	expect(files.length).toBeGreaterThan(500);
	expect(files.filter((file) => readFileSync(file, "utf8").includes("balance_proof"))).toEqual([]);
});
