import fc from "fast-check";
import { expect, test } from "vitest";
import { trendPoints, trendRange } from "#components/wallets/trend-points.ts";
import { addDays } from "#lib/dates.ts";
import { toDecimal } from "#lib/money.ts";

const trend = fc
	.array(fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }), { minLength: 1, maxLength: 40 })
	.map((balances) =>
		balances.map((minor, place) => ({ day: addDays("2026-10-01", place), balance: toDecimal(minor) })),
	);

test("every point lies inside the drawing, and days run from left to right", () => {
	fc.assert(
		fc.property(trend, (days) => {
			const points = trendPoints(days)
				.split(" ")
				.map((pair) => pair.split(",").map((text) => Number.parseInt(text, 10)));
			expect(points).toHaveLength(days.length);
			for (const [x = -1, y = -1] of points) expect(x >= 0 && x <= 400 && y >= 3 && y <= 41).toBe(true);
			const across = points.map(([x = 0]) => x);
			expect(across).toEqual([...across].sort((a, b) => a - b));
		}),
	);
});

test("the highest balance is drawn highest, the lowest lowest, and a gap in the days keeps its width", () => {
	const days = [
		{ day: "2026-11-01", balance: "10.00" },
		{ day: "2026-11-02", balance: "30.00" },
		{ day: "2026-11-05", balance: "20.00" },
	];
	expect(trendPoints(days)).toBe("0,41 100,3 400,22");
	expect(trendRange(days)).toEqual({ low: days[0], high: days[1] });
});

test("a balance that does not move is a straight line", () => {
	expect(trendPoints(["01", "02"].map((day) => ({ day: `2026-11-${day}`, balance: "5.00" })))).toBe("0,22 400,22");
});
