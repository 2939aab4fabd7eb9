import fc from "fast-check";
import { expect, test } from "vitest";
import en from "#lib/i18n/en.json" with { type: "json" };
import {
	isNamedType,
	movementDirection,
	movementEffect,
	movementSign,
	signedMovement,
} from "#lib/movements/movements.ts";

test("only the two exact words have a direction and a sign", () => {
	const told = (type: string) => [movementDirection(type), movementSign(type)];
	expect([told("withdrawal"), told("deposit")]).toEqual([
		["out", "−"],
		["in", "+"],
	]);
	for (const type of ["Withdrawal", "withdrawal ", "", "fee", "toString"]) expect(told(type)).toEqual([null, ""]);
});

test("the wallet bears the fee in both directions, and nothing is guessed of other types", () => {
	fc.assert(
		fc.property(fc.bigInt({ min: 0n }), fc.bigInt({ min: 0n }), fc.string(), (amount, fee, type) => {
			expect(movementEffect("deposit", amount, fee)).toBe(amount - fee);
			expect(movementEffect("withdrawal", amount, fee)).toBe(-amount - fee);
			fc.pre(type !== "deposit" && type !== "withdrawal");
			expect(movementEffect(type, amount, fee)).toBeNull();
		}),
	);
});

test("an amount and its fee, signed, add up to what they do to the wallet, and to nothing where nobody knows", () => {
	fc.assert(
		fc.property(
			fc.constantFrom("deposit", "withdrawal", "refund", "x"),
			fc.bigInt({ min: 0n }),
			fc.bigInt({ min: 0n }),
			(type, amount, fee) => {
				const signed = signedMovement(type, amount, fee);
				expect(signed === null ? null : signed.amount + signed.fee).toBe(movementEffect(type, amount, fee));
			},
		),
	);
	expect(signedMovement("withdrawal", 48_000_000n, 480_000n)).toEqual({ amount: -48_000_000n, fee: -480_000n });
});

test("exactly the types of the messages have words, whatever the service calls a type", () => {
	const names = Object.keys(en.movements.types);
	expect(names.filter(isNamedType)).toEqual(names);
	for (const type of ["constructor", "__proto__", "toString", "deposit.0", "Deposit", ""])
		expect(isNamedType(type)).toBe(false);
});
