/** Compares docs/fault-table.md with the browser tests that Playwright lists. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

// Playwright reads every spec before it lists one.
const LISTING_MS = 60_000;

const page = readFileSync("docs/fault-table.md", "utf8");
const sections = page.split(/^## \d+\. /m).slice(1);

/** The service's faults in the order of the page, with the columns that need a test. */
const ROWS: readonly [title: string, ...columns: ("POST" | "GET")[]][] = [
	["is slow (3 s, 60 s)", "POST", "GET"],
	["hangs before headers / in the body", "POST", "GET"],
	["refuses the connection, fails DNS or TLS", "POST", "GET"],
	["answers 500 before or after doing it, 502–504", "POST", "GET"],
	["resets before or in the answer, cuts the JSON", "POST", "GET"],
	["2xx empty, HTML, wrong content type, no reference", "POST", "GET"],
	["wrong types in money fields, other amount or currency", "POST", "GET"],
	["unknown status, extra fields", "POST", "GET"],
	["400, 404, 422, 429 …", "POST", "GET"],
	["401, 403", "POST", "GET"],
	["301–308", "POST", "GET"],
	["same reference twice, someone else’s answer", "POST"],
	["success, later pending or failed", "POST"],
	["detail, history and status disagree", "GET"],
	["movements unsorted, duplicated, a million, or cut", "GET"],
	["balance `1e5`, `NaN`, three decimals", "POST", "GET"],
	["is down for an hour, flaps at 30 %", "POST", "GET"],
];

const named = (text: string) =>
	[...text.matchAll(/`tests\/e2e\/([^`]+)` › “(.*)”$/gm)].map(([, file, name]) => `${file} › ${name}`);

interface Listed {
	title: string;
	file: string;
	suites?: Listed[];
	specs?: { title: string; file: string }[];
}

function titlesOf(suite: Listed, path: readonly string[] = []): string[] {
	const here = suite.title === suite.file ? path : [...path, suite.title];
	const own = (suite.specs ?? []).map(({ title, file }) => [file, ...here, title].join(" › "));
	return [...own, ...(suite.suites ?? []).flatMap((inner) => titlesOf(inner, here))];
}

function listedTests(): string[] {
	const args = ["test", "--list", "--reporter=json", "--project=apart", "--no-deps", "fault-table"];
	const { suites } = JSON.parse(execFileSync("node_modules/.bin/playwright", args, { encoding: "utf8" })) as Listed;
	return (suites ?? []).flatMap((suite) => titlesOf(suite));
}

test("the page has every row, in order, and each column of it names its tests", () => {
	expect(sections.map((section) => section.split("\n")[0])).toEqual(ROWS.map(([title]) => title));
	for (const [index, [title, ...columns]] of ROWS.entries()) {
		const parts = new Map(
			(sections[index] ?? "")
				.split(/^(?=\*\*(?:POST|GET)\*\*)/m)
				.map((part) => [/^\*\*(\w+)\*\*/.exec(part)?.[1], part]),
		);
		parts.delete(undefined);
		expect([...parts.keys()], title).toEqual(columns);
		for (const column of columns) expect(named(parts.get(column) ?? ""), `${title}: ${column}`).not.toEqual([]);
	}
});

test("a row of an answer to a POST is held for payouts and for deposits", () => {
	// Later sections are not tested per kind: only payouts read a balance, and an absent service affects both.
	const of = (kind: string) =>
		sections.slice(0, 13).filter((section) => !named(section).some((name) => name.match(` › (payout and )?${kind}`)));
	expect([...of("payout"), ...of("deposit")]).toEqual([]);
});

test(
	"every test that the page names exists under its whole name, and every test of the fault table is on the page",
	() => {
		expect([...new Set(named(page))].sort()).toEqual(listedTests().sort());
	},
	LISTING_MS,
);
