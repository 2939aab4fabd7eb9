import { describe, expect, test } from "vitest";
import { readStatementView, statementViewPath } from "#components/statements/statement-address.ts";

const TODAY = "2026-11-26";
const read = (query: string) => readStatementView(new URLSearchParams(query), ["XOF", "XAF"], TODAY);

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
		const year = { from: "2024-01-01", to: "2024-12-31" };
		expect(read("from=2024-01-01&to=2024-12-31")).toMatchObject({ ...year, isWhole: true });
	});
});
