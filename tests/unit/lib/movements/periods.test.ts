import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays } from "#lib/dates.ts";
import { PERIODS, periodDays, periodOf } from "#lib/movements/periods.ts";

const day = fc
	.date({ min: new Date("2000-01-01"), max: new Date("2099-12-31"), noInvalidDate: true })
	.map((date) => date.toISOString().slice(0, 10));

test.each([
	["lastMonth", "2028-03-31", "2028-02-01", "2028-02-29"],
	["lastMonth", "2027-01-01", "2026-12-01", "2026-12-31"],
	["last7", "2026-11-03", "2026-10-28", "2026-11-03"],
	["thisQuarter", "2026-11-26", "2026-10-01", "2026-11-26"],
	["thisQuarter", "2026-03-31", "2026-01-01", "2026-03-31"],
	["lastQuarter", "2026-11-26", "2026-07-01", "2026-09-30"],
	["lastQuarter", "2026-02-01", "2025-10-01", "2025-12-31"],
	["thisYear", "2026-11-26", "2026-01-01", "2026-11-26"],
] as const)("%s on %s is %s to %s", (period, today, from, to) => {
	expect(periodDays(period, today)).toEqual({ from, to });
});

test("a period ends after it begins, is never in the future, and is known again by its days", () => {
	fc.assert(
		fc.property(day, fc.constantFrom(...PERIODS), (today, period) => {
			const { from, to } = periodDays(period, today);
			expect(from <= to && to <= today).toBe(true);
			const found = periodOf(from, to, today);
			// On the first of a month "today" and "this month" are the same days.
			expect(found && periodDays(found, today)).toEqual({ from, to });
		}),
	);
});

test("days of several periods have the name of the one that is preferred", () => {
	const november = ["2026-11-01", "2026-11-30", "2026-11-30"] as const;
	expect(periodOf(...november)).toBe("last30");
	expect(periodOf(...november, undefined, "thisMonth")).toBe("thisMonth");
	expect(periodOf(...november, "last7", "thisMonth")).toBe("thisMonth");
	expect(periodOf(...november, "last30", "thisMonth")).toBe("last30");
	expect(periodOf(...november, { from: "2026-11-01", to: "2026-11-30" }, "thisMonth")).toBeNull();
});

test("other days are no period", () => {
	expect(periodOf(undefined, "2026-11-21", "2026-11-21")).toBeNull();
	expect(periodOf(addDays("2026-11-21", -2), "2026-11-21", "2026-11-21")).toBeNull();
});
