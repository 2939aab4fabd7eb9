import fc from "fast-check";
import { expect, test } from "vitest";
import { openedQuery, savedPeriod, savedQuery } from "#lib/lists/saved-query.ts";
import { PERIODS, periodDays } from "#lib/movements/periods.ts";

const TODAY = "2026-11-21";
const address = (params: Record<string, string>) => new URLSearchParams(params);

test.each(PERIODS)("the period %s moves with the days", (period) => {
	const saved = savedQuery(address({ ...periodDays(period, TODAY), state: "failed" }), TODAY);
	expect(saved).toBe(`period=${period}&state=failed`);
	const later = new URLSearchParams(openedQuery(saved, "2027-02-03"));
	expect({ from: later.get("from"), to: later.get("to") }).toEqual(periodDays(period, "2027-02-03"));
	expect(later.has("period")).toBe(false);
});

test("of periods with the same days it keeps the one that was chosen, while it has these days", () => {
	const [january, quarter] = ["2027-01-15", periodDays("thisQuarter", "2027-01-15")];
	expect(quarter).toEqual(periodDays("thisMonth", january));
	expect(savedQuery(address(quarter), january, "thisQuarter")).toBe("period=thisQuarter");
	expect(savedQuery(address(quarter), january, "lastQuarter")).toBe("period=thisMonth");
	expect(savedPeriod("period=thisQuarter&state=open")).toBe("thisQuarter");
	expect([savedPeriod("state=open"), savedPeriod("period=aeon")]).toEqual([null, null]);
});

test("days that were typed stay these days, also where a period has them today", () => {
	const week = { from: "2026-11-15", to: "2026-11-21" };
	expect(week).toEqual(periodDays("last7", TODAY));
	expect(savedQuery(address(week), TODAY, week)).toBe("from=2026-11-15&to=2026-11-21");
	expect(savedQuery(address(week), TODAY, { ...week, from: "2026-11-16" })).toBe("period=last7");
});

test("days that are no usual period stay as they are", () => {
	const saved = savedQuery(address({ from: "2026-03-02", to: "2026-03-09" }), TODAY);
	expect(openedQuery(saved, "2027-02-03")).toBe("from=2026-03-02&to=2026-03-09");
});

test("a page, a payment beside the table and empty filters are no part of a view", () => {
	const visited = address({ cursor: "01ARZ", page: "3", beside: "payouts/01ARZ", name: "", state: "open" });
	expect(savedQuery(visited, TODAY)).toBe("state=open");
});

test("a view that is opened on the day it was saved is the same view", () => {
	const filters = fc.dictionary(
		fc.constantFrom("state", "name", "currency", "sort", "purpose"),
		fc.string({ minLength: 1 }),
	);
	const days = fc.constantFrom({}, ...PERIODS.map((period) => periodDays(period, TODAY)), { from: "2026-01-05" });
	fc.assert(
		fc.property(filters, days, (chosen, period) => {
			const saved = savedQuery(address({ ...chosen, ...period }), TODAY);
			expect(saved).toMatch(/^[!-~]*$/);
			const opened = new URLSearchParams(openedQuery(saved, TODAY));
			expect(Object.fromEntries(opened)).toEqual({ ...chosen, ...period });
			expect(savedQuery(opened, TODAY)).toBe(saved);
		}),
	);
});
