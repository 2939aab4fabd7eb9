import { expect, test } from "vitest";
import { readSource, sourceFiles } from "#tests/architecture/read-imports.ts";

/** Tables that one file alone reads and writes; the list of all tables names them too. */
const OWNERS: Record<string, string> = { movement_sync: "server/wallets/sync-row.ts" };
const LIST = "server/store/tables.ts";

test.each(Object.entries(OWNERS))("%s is read and written in %s alone", (table, owner) => {
	const name = new RegExp(`\\b${table}\\b`);
	const product = sourceFiles().filter((file) => !file.startsWith("tests/"));
	expect(product.filter((file) => name.test(readSource(file))).sort()).toEqual([LIST, owner].sort());
});
