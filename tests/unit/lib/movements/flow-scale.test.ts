import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays } from "#lib/dates.ts";
import { toDecimal } from "#lib/money.ts";
import { flowScale, roundUp } from "#lib/movements/flow-scale.ts";

const amount = fc.bigInt({ min: 0n, max: 10n ** 15n });
const days = fc.array(fc.record({ in: amount, out: amount }), { minLength: 1, maxLength: 30 }).map((amounts) =>
	amounts.map((day, place) => ({
		...{ day: addDays("2026-10-01", place), fees: "0.00" },
		...{ in: toDecimal(day.in), out: toDecimal(day.out), minor: day },
	})),
);

test("the base is zero: a bar twice as high is twice the amount, in both directions and on all days, and none leaves the drawing", () => {
	fc.assert(
		fc.property(days, (all) => {
			const scale = flowScale(all);
			const whole = Number(scale.in + scale.out);
			for (const bar of scale.bars) {
				expect(bar.in).toBeLessThanOrEqual(Math.max(scale.zero, 0.8));
				expect(bar.out).toBeLessThanOrEqual(Math.max(100 - scale.zero, 0.8) + 0.01);
			}
			for (const [place, { minor }] of all.entries()) {
				for (const side of ["in", "out"] as const) {
					const height = scale.bars[place]?.[side] ?? -1;
					if (minor[side] === 0n) expect(height).toBe(0);
					else if (height > 0.8) expect(height).toBeCloseTo((Number(minor[side]) * 100) / whole, 1);
					else expect(Number(minor[side]) / whole).toBeLessThan(0.0082);
				}
			}
		}),
	);
});

test("the axis ends at a round figure that is not below the highest day, and at most twice as high", () => {
	fc.assert(
		fc.property(fc.bigInt({ min: 1n, max: 10n ** 15n }), (highest) => {
			const end = roundUp(highest);
			expect(end >= highest).toBe(true);
			expect(String(end / 100n)).toMatch(/^[1234568]0*$/);
			if (highest > 100n) expect(end <= highest * 2n).toBe(true);
		}),
	);
	expect(roundUp(0n)).toBe(0n);
});
