import { expect, test } from "vitest";
import { movementSign } from "#lib/movements/movements.ts";

test("a sign is written only where it is known which way the money went", () => {
	expect(movementSign("deposit")).toBe("+");
	expect(movementSign("withdrawal")).toBe("−");
	expect(movementSign("loyalty_bonus")).toBe("");
	expect(movementSign("Deposit")).toBe("");
});
