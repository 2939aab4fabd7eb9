import { expect, test } from "vitest";
import { movementFigures } from "#lib/movements/movement-figures.ts";

const sum = (type: string, amount: string, fee: string) => ({ type, count: 1, amount, fee });

test("money in, money out and both fees are apart, and a type without a direction is in none of them", () => {
	const adjusted = sum("adjustment", "70.00", "7.00");
	expect(movementFigures([sum("deposit", "100.00", "1.00"), adjusted, sum("withdrawal", "30.50", "2.25")])).toEqual({
		...{ in: "100.00", out: "-30.50", fees: "-3.25", outside: [adjusted] },
	});
});

test("without lines every sum is zero", () => {
	expect(movementFigures([])).toEqual({ in: "0.00", out: "0.00", fees: "0.00", outside: [] });
});
