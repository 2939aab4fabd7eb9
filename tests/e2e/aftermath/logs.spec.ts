import { expect, test } from "playwright/test";
import { findInFiles } from "#tests/support/files/find-in-files.ts";

// Runs when all other browser tests have ended, whatever became of them.
test("no log of the whole run holds a byte of the service's secret", () => {
	const canary = process.env.CAURI_TEST_CANARY;
	expect(canary).toBeTruthy();
	const { searched, found } = findInFiles("test-results/logs", canary ?? "");
	expect(found).toEqual([]);
	expect(searched).toBeGreaterThan(2);
});
