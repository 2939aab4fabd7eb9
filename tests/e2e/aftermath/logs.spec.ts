import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "playwright/test";
import { findInFiles } from "#tests/support/files/find-in-files.ts";

const FOLDER = "test-results/logs";

// Both tests run after all other browser tests, also when those failed.
test("no log of the whole run holds a byte of the service's secret", () => {
	const canary = process.env.CAURI_TEST_CANARY;
	expect(canary).toBeTruthy();
	const { searched, found } = findInFiles(FOLDER, canary ?? "");
	expect(found).toEqual([]);
	expect(searched).toBeGreaterThan(2);
});

/** Ids and times contain eight digits too; no phone number is in them. */
const NO_NUMBERS = [
	/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g,
	/\b[0-7][0-9A-HJKMNP-TV-Z]{25}\b/g,
	/\d{4}-\d\d-\d\dT[\d:.]+Z/g,
];
const PHONE_NUMBER = /(?:\d[ .-]?){7,}\d/;

function numbersIn(text: string): string[] {
	const lines = text.split("\n").map((line) => NO_NUMBERS.reduce((rest, pattern) => rest.replace(pattern, ""), line));
	return lines.filter((line) => PHONE_NUMBER.test(line));
}

test("no log of the whole run holds a phone number", () => {
	expect(numbersIn('{"cause":"+225 07 01 02 03 04"}')).toHaveLength(1);
	expect(numbersIn('{"payment":"01J0000000000000000000000A","time":"2026-11-22T08:00:00.123Z"}')).toEqual([]);

	const logs = readdirSync(FOLDER).map((name) => readFileSync(join(FOLDER, name), "utf8"));
	expect(logs.join("")).toContain('"event":"send_payment"');
	expect(logs.flatMap(numbersIn)).toEqual([]);
});
