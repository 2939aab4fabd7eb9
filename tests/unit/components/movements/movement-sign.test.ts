import { expect, test } from "vitest";
import { movementSign } from "#components/movements/movement-sign.ts";

test("a sign is written only where it is known which way the money went", () => {
	expect(movementSign("deposit", "100.00")).toBe("+");
	expect(movementSign("withdrawal", "100.00")).toBe("−");
	expect(movementSign("loyalty_bonus", "100.00")).toBe("");
	expect(movementSign("Deposit", "100.00")).toBe("");
});

test("a sign of the service's own is not doubled", () => {
	expect(movementSign("withdrawal", "-100.00")).toBe("");
});
