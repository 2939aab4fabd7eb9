import fc from "fast-check";
import { expect, test } from "vitest";
import { minorOf, toDecimal } from "#lib/money.ts";
import { movementFigures } from "#lib/movements/movement-figures.ts";

const sum = (type: string, amount: string, fee: string) => ({ type, count: 1, amount, fee });

test("money in, money out and both fees make the net, and a type without a direction is in none of them", () => {
	const adjusted = sum("adjustment", "70.00", "7.00");
	expect(movementFigures([sum("deposit", "100.00", "1.00"), adjusted, sum("withdrawal", "30.50", "2.25")])).toEqual({
		...{ in: "100.00", out: "-30.50", fees: "-3.25", net: "66.25", outside: [adjusted] },
	});
});

test("without lines every sum is zero", () => {
	expect(movementFigures([])).toEqual({ in: "0.00", out: "0.00", fees: "0.00", net: "0.00", outside: [] });
});

test("in, out and fees always add up to the net", () => {
	const amount = fc.bigInt({ min: 0n, max: 10n ** 15n }).map(toDecimal);
	const totals = fc.array(fc.record({ type: fc.constantFrom("deposit", "withdrawal", "fee"), amount, fee: amount }));
	fc.assert(
		fc.property(totals, (lines) => {
			const { net, outside: _, ...parts } = movementFigures(lines.map((line) => ({ ...line, count: 1 })));
			expect(Object.values(parts).reduce((total, part) => total + minorOf(part), 0n)).toBe(minorOf(net));
		}),
	);
});
