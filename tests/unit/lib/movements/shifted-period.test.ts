import { describe, expect, test } from "vitest";
import { shiftedPeriod } from "#lib/movements/shifted-period.ts";

const TODAY = "2026-11-26";

describe("the period before and after", () => {
	test.each([
		["a month", "2026-03-01", "2026-03-31", "2026-02-01", "2026-02-28", "2026-04-01", "2026-04-30"],
		["a quarter", "2026-01-01", "2026-03-31", "2025-10-01", "2025-12-31", "2026-04-01", "2026-06-30"],
		["a year", "2026-01-01", "2026-12-31", "2025-01-01", "2025-12-31", "2027-01-01", "2027-12-31"],
		["ten days", "2026-03-02", "2026-03-11", "2026-02-20", "2026-03-01", "2026-03-12", "2026-03-21"],
		["one day", "2026-03-01", "2026-03-01", "2026-02-28", "2026-02-28", "2026-03-02", "2026-03-02"],
	])("of %s is as long", (_what, from, to, ...[earlierFrom, earlierTo, laterFrom, laterTo]) => {
		expect(shiftedPeriod({ from, to }, -1, TODAY)).toEqual({ from: earlierFrom, to: earlierTo });
		expect(shiftedPeriod({ from, to }, 1, TODAY)).toEqual({ from: laterFrom, to: laterTo });
	});
});

test.each([
	["on the first", "2026-11-01"],
	["after a week", "2026-11-07"],
	["on the 30th", "2026-11-30"],
])("%s, this month moves to the whole last month where a page prefers it", (_when, today) => {
	const days = { from: "2026-11-01", to: today };
	expect(shiftedPeriod(days, -1, today, undefined, "thisMonth")).toEqual({ from: "2026-10-01", to: "2026-10-31" });
});

test.each([
	["this month", "2026-11-01", TODAY, -1, "2026-10-01", "2026-10-31"],
	["the month before this one", "2026-10-01", "2026-10-31", 1, "2026-11-01", TODAY],
	["this quarter", "2026-10-01", TODAY, -1, "2026-07-01", "2026-09-30"],
	["the year before this one", "2025-01-01", "2025-12-31", 1, "2026-01-01", TODAY],
] as const)("beside %s is a whole period, or one until today", (_what, from, to, by, wantedFrom, wantedTo) => {
	expect(shiftedPeriod({ from, to }, by, TODAY)).toEqual({ from: wantedFrom, to: wantedTo });
});
