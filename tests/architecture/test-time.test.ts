/** Lists, with their reasons, the only tests that wait by the clock or fail on a slow machine. */
import { expect, test } from "vitest";
import { readSource, sourceFiles } from "#tests/architecture/read-imports.ts";

const TESTS = sourceFiles().filter(
	(file) => /^tests\/.*\.(test|spec|part)\.tsx?$/.test(file) && file !== "tests/architecture/test-time.test.ts",
);
const SLEEPS = /timers\/promises|waitForTimeout|setTimeout\(\s*(resolve|done|pass)\b|Atomics\.wait\b|pg_sleep/;
/** Elapsed time, by any clock, under a limit. */
const BOUNDS = /(?:(?:performance|Date)\.now\(\) - |- Date\.parse\()[^\n]*\.toBeLessThan/;

const SLEEPERS: Record<string, string> = {
	"tests/integration/server/momo/one-post.test.ts": "a process that is suspended before its first byte",
	"tests/integration/server/store/stalled-postgres.test.ts": "a database that is slow, and not silent",
};
const BOUNDED: Record<string, string> = {
	"tests/e2e/apart/fault-table-time.spec.ts":
		"three questions that each end after ten seconds: what is shown is the limit of one",
	"tests/e2e/apart/wallets.spec.ts": "the time that stands on the screen is that of now, to the minute",
	"tests/integration/server/single-sign-on/begin-sign-in.test.ts":
		"the provider's time of a proof is that of now, to five minutes",
};

const holding = (sign: RegExp) => TESTS.filter((file) => sign.test(readSource(file))).sort();

test("what sleeps is what a test is about, and stands here", () => {
	expect(holding(SLEEPS)).toEqual(Object.keys(SLEEPERS));
});

test("what took long fails no test but those that stand here", () => {
	expect(holding(BOUNDS)).toEqual(Object.keys(BOUNDED));
});

test("a sleep or a bound that is not named would be found", () => {
	expect(SLEEPS.test("await sql`select pg_sleep(1)`.execute(trx);")).toBe(true);
	expect(BOUNDS.test("expect(performance.now() - began).toBeLessThan(10_000);")).toBe(true);
	expect(BOUNDS.test("expect(statements).toBeLessThan(100);")).toBe(false);
});
