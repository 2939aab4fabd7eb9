import fc from "fast-check";
import { expect, test } from "vitest";
import { columnScale, lineScale } from "#components/insights/scale.ts";
import { worsened } from "#components/insights/success-sentence.ts";
import { share } from "#lib/movements/flow-scale.ts";

const amount = fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n });

test("every point of a line lies between its ends, the highest above, and unknown days have none", () => {
	fc.assert(
		fc.property(fc.array(fc.option(amount), { minLength: 1, maxLength: 40 }), (values) => {
			const { at, top, bottom } = lineScale(values);
			expect(top > bottom).toBe(true);
			for (const [place, value] of values.entries()) {
				if (value === null) expect(at[place]).toBeNull();
				else expect(at[place]).toBeCloseTo(Number(((top - value) * 1_000_000n) / (top - bottom)) / 10_000, 1);
			}
		}),
	);
});

test("columns share one scale: no two of them leave the drawing", () => {
	const pair = fc.record({ up: amount.map((n) => (n < 0n ? -n : n)), down: amount.map((n) => (n < 0n ? -n : n)) });
	fc.assert(
		fc.property(fc.array(pair, { minLength: 1 }), (pairs) => {
			const { zero, columns } = columnScale(pairs);
			for (const { up, down } of columns) {
				expect(up).toBeLessThanOrEqual(zero + 0.01);
				expect(down).toBeLessThanOrEqual(100 - zero + 0.02);
			}
		}),
	);
	expect(share(0n, 0n)).toBe(0);
});

test("an operator is named that fails half as often again, not one whose few failures are chance", () => {
	const outcome = (operator: string, counts: [number, number, number, number]) => ({
		...{ operator, name: operator, paid: counts[0], unpaid: counts[1] },
		before: { paid: counts[2], unpaid: counts[3] },
	});
	expect(worsened([outcome("mtn", [90, 10, 95, 5]), outcome("wave", [97, 3, 99, 1])])).toMatchObject({
		...{ operator: "mtn", times: 2 },
	});
	expect(worsened([outcome("mtn", [90, 10, 90, 10]), outcome("moov", [0, 9, 0, 0])])).toBeNull();
});
