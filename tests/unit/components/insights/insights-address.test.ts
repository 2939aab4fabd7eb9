import { expect, test } from "vitest";
import { readInsightsQuery } from "#components/insights/insights-address.ts";

const days = (query: string) => {
	const { from, to } = readInsightsQuery(new URLSearchParams(query), { currencies: ["XOF"], today: "2026-11-28" });
	return [from, to];
};

test("of more days than a year the last year is shown, as of the picture above a list of several years", () => {
	expect(days("from=2023-02-01&to=2026-11-20")).toEqual(["2025-11-20", "2026-11-20"]);
	expect(days("from=2024-01-01&to=2024-12-31")).toEqual(["2024-01-01", "2024-12-31"]);
});

test("without days, or with none that can be shown, it is the last thirty days", () => {
	for (const query of ["", "from=2026-11-20&to=2026-11-01", "from=2026-11-20", "from=x&to=2026-11-01"])
		expect(days(query), query).toEqual(["2026-10-30", "2026-11-28"]);
});
