import { describe, expect, test } from "vitest";
import { readStatementView, shifted, statementViewPath } from "#components/statements/statement-address.ts";

const TODAY = "2026-11-26";
const read = (query: string) => readStatementView(new URLSearchParams(query), ["XOF", "XAF"], TODAY);

describe("the period before and after", () => {
	test.each([
		["a month", "2026-03-01", "2026-03-31", "2026-02-01", "2026-02-28", "2026-04-01", "2026-04-30"],
		["a quarter", "2026-01-01", "2026-03-31", "2025-10-01", "2025-12-31", "2026-04-01", "2026-06-30"],
		["a year", "2026-01-01", "2026-12-31", "2025-01-01", "2025-12-31", "2027-01-01", "2027-12-31"],
		["ten days", "2026-03-02", "2026-03-11", "2026-02-20", "2026-03-01", "2026-03-12", "2026-03-21"],
		["one day", "2026-03-01", "2026-03-01", "2026-02-28", "2026-02-28", "2026-03-02", "2026-03-02"],
	])("of %s is as long", (_what, from, to, ...[earlierFrom, earlierTo, laterFrom, laterTo]) => {
		const view = { wallet: "XOF", from, to };
		expect(shifted(view, -1, TODAY)).toEqual({ from: earlierFrom, to: earlierTo });
		expect(shifted(view, 1, TODAY)).toEqual({ from: laterFrom, to: laterTo });
	});
});

test.each([
	["this month", "2026-11-01", TODAY, -1, "2026-10-01", "2026-10-31"],
	["the month before this one", "2026-10-01", "2026-10-31", 1, "2026-11-01", TODAY],
	["this quarter", "2026-10-01", TODAY, -1, "2026-07-01", "2026-09-30"],
	["the year before this one", "2025-01-01", "2025-12-31", 1, "2026-01-01", TODAY],
] as const)("beside %s is a whole period, or one until today", (_what, from, to, by, wantedFrom, wantedTo) => {
	expect(shifted({ from, to }, by, TODAY)).toEqual({ from: wantedFrom, to: wantedTo });
});

describe("the address", () => {
	test("names wallet and days, and what it writes it reads again", () => {
		for (const wallet of ["XAF", "all"]) {
			const view = { wallet, from: "2026-10-03", to: "2026-10-19" };
			expect(read(statementViewPath(view).split("?")[1] ?? "")).toEqual({ ...view, isWhole: true });
		}
	});

	test("without days is this month until today of the first wallet, as the lists count it", () => {
		expect(read("")).toEqual({ wallet: "XOF", from: "2026-11-01", to: TODAY, isWhole: true });
	});

	test.each([
		["another wallet", "wallet=EUR"],
		["a day that is none", "from=2026-02-30&to=2026-03-01"],
		["an end before its beginning", "from=2026-03-02&to=2026-03-01"],
		["more than a leap year", "from=2024-01-01&to=2025-01-01"],
		["one end alone", "from=2026-03-02"],
	])("with %s shows this month, and says that something was left out", (_what, query) => {
		expect(read(query)).toEqual({ wallet: "XOF", from: "2026-11-01", to: TODAY, isWhole: false });
	});

	test("may span a leap year whole", () => {
		expect(read("from=2024-01-01&to=2024-12-31")).toMatchObject({
			from: "2024-01-01",
			to: "2024-12-31",
			isWhole: true,
		});
	});
});
