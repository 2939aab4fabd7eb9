import { expect, test } from "vitest";
import type { LateLine } from "#lib/contracts/statement.ts";
import en from "#lib/i18n/en.json";
import { lateRows } from "#server/statements/figure-rows.ts";

test("a late line stands under its day in the business's time zone", () => {
	const line: LateLine = {
		...{ id: "1", month: "2026-03", type: "deposit", amount: "300.00", fee: "0.00", reason: "came", counted: true },
		...{
			createdAt: "2026-03-30T23:30:00.000Z",
			day: "2026-03-31",
			notedAt: "2026-04-02T08:00:00.000Z",
			effect: "300.00",
		},
	};
	expect(lateRows({ late: [line] }, en, "en")).toMatchObject([
		{ day: "2026-03-31", adjustments: "300.00", reason: "Arrived after March 2026 was closed" },
	]);
});
