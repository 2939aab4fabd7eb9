import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { FeeRule } from "#lib/contracts/reconciliation.ts";
import { directionOf } from "#lib/movements/kept-direction.ts";
import { movementEffect } from "#lib/movements/movements.ts";
import { effectOf, USUAL_RULE } from "#server/reconciliation/proof/effects.ts";

const side = fc.constantFrom("beside" as const, "inside" as const);
/** Includes names that every object inherits, because the type is the service's own text. */
const strange = fc.constantFrom("reversal", "fee", "constructor", "toString", "__proto__", "hasOwnProperty");
const type = fc.oneof(fc.constantFrom("deposit", "withdrawal"), strange);
const rule: fc.Arbitrary<FeeRule> = fc.record({
	deposit: side,
	withdrawal: side,
	types: fc.uniqueArray(fc.record({ type: strange, effect: fc.constantFrom("in" as const, "out" as const) }), {
		selector: (one) => one.type,
	}),
});
const sum = fc.bigInt({ min: 0n, max: 10n ** 15n });

describe("what a line does to the balance", () => {
	test("is by the usual reading what totals and exports say of it", () => {
		fc.assert(
			fc.property(type, sum, sum, (each, amount, fee) => {
				expect(effectOf(USUAL_RULE, each, amount, fee)).toBe(movementEffect(each, amount, fee) ?? 0n);
			}),
		);
	});

	test("is its amount in the direction of its type, and the fee always to the wallet's loss, or in the amount already", () => {
		fc.assert(
			fc.property(rule, type, sum, sum, (read, each, amount, fee) => {
				const told = read.types.find((one) => one.type === each)?.effect;
				const goesIn = each === "deposit" || told === "in";
				const isCounted = each === "deposit" || each === "withdrawal" ? read[each] === "beside" : true;
				const isKnown = each === "deposit" || each === "withdrawal" || told !== undefined;
				const moved = (goesIn ? amount : -amount) - (isCounted ? fee : 0n);
				expect(effectOf(read, each, amount, fee)).toBe(isKnown ? moved : 0n);
				expect(directionOf(read, each) !== null).toBe(isKnown);
			}),
		);
	});

	test("adds up: many lines of a type do together what each does alone", () => {
		fc.assert(
			fc.property(rule, type, fc.array(fc.tuple(sum, sum), { maxLength: 8 }), (read, each, lines) => {
				const [amounts, fees] = [0, 1].map((which) => lines.reduce((total, line) => total + (line[which] ?? 0n), 0n));
				const alone = lines.reduce((total, [amount, fee]) => total + effectOf(read, each, amount, fee), 0n);
				expect(effectOf(read, each, amounts ?? 0n, fees ?? 0n)).toBe(alone);
			}),
		);
	});
});
