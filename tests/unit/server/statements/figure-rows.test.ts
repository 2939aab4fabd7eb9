import { expect, test } from "vitest";
import type { LateLine, Statement } from "#lib/contracts/statement.ts";
import en from "#lib/i18n/en.json";
import { lateRows, totalRows } from "#server/statements/figure-rows.ts";

test("a late line stands under its day in the business's time zone", () => {
	const line: LateLine = {
		...{ id: "1", month: "2026-03", type: "deposit", amount: "300.00", fee: "0.00", reason: "came", counted: true },
		...{ createdAt: "2026-03-30T23:30:00.000Z", day: "2026-03-31", notedAt: "2026-04-02T08:00:00.000Z" },
		effect: "300.00",
	};
	expect(lateRows({ late: [line] }, en, "en")).toMatchObject([
		{ day: "2026-03-31", adjustments: "300.00", reason: "Arrived after March 2026 was closed" },
	]);
});

test("the opening and the closing balance stand under their days", () => {
	const lists = { adjustmentParts: [], byType: [], byOperator: [], openDays: [], late: [] };
	const sums = { in: "0.00", out: "0.00", fees: "0.00", isComplete: true };
	const statement = { from: "2026-03-01", to: "2026-03-31", ...lists, ...sums } as unknown as Statement;
	const rows = totalRows(statement, en, { locale: "en", timeZone: "UTC" });
	expect([rows[0], rows.at(-1)]).toMatchObject([
		{ section: "Opening balance", day: "2026-03-01" },
		{ section: "Closing balance", day: "2026-03-31" },
	]);
});
