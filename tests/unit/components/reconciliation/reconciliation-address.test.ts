import { expect, test } from "vitest";
import {
	readReconciliationView,
	reconciliationPath,
	shownMonth,
} from "#components/reconciliation/reconciliation-address.ts";

const PLACE = `1.1765432100000.${"a-_".repeat(14)}A`;
const read = (query: string) => readReconciliationView(new URLSearchParams(query), ["XOF", "XAF"]);

test("the address names wallet, month and page of the queue, and what it writes it reads again", () => {
	const view = { currency: "XAF", month: "2026-10", after: PLACE, page: 3 };
	expect(read(reconciliationPath(view).split("?")[1] ?? "")).toEqual(view);
	expect(reconciliationPath({ currency: "XOF" })).toBe("/reconciliation?currency=XOF");
});

test.each([
	["currency=EUR&month=2026-13&after=x&page=9", { currency: "XOF", month: undefined, after: undefined, page: 1 }],
	["month=0000-01", { currency: "XOF", month: undefined, after: undefined, page: 1 }],
	[`after=${PLACE}&page=-1`, { currency: "XOF", month: undefined, after: PLACE, page: 0 }],
])("what cannot be read of %j is left out", (query, view) => {
	expect(read(query)).toEqual(view);
});

test("a month without days gives way to the newest that has some", () => {
	expect(shownMonth("2026-09", ["2026-11", "2026-10"])).toBe("2026-11");
	expect(shownMonth("2026-10", ["2026-11", "2026-10"])).toBe("2026-10");
	expect(shownMonth(undefined, [])).toBeNull();
});
