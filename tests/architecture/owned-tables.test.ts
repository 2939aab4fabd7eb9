import { expect, test } from "vitest";
import { readSource, sourceFiles } from "#tests/architecture/read-imports.ts";

/** Tables that only one file reads and writes; the lists of all tables name them too. */
const OWNERS: Record<string, string> = { movement_sync: "server/wallets/sync-row.ts" };
const LISTS = ["server/store/table-rights.ts", "server/store/tables/wallet-tables.ts"];

test.each(Object.entries(OWNERS))("%s is read and written in %s alone", (table, owner) => {
	const name = new RegExp(`\\b${table}\\b`);
	const product = sourceFiles().filter((file) => !file.startsWith("tests/"));
	expect(product.filter((file) => name.test(readSource(file))).sort()).toEqual([...LISTS, owner].sort());
});
