import fc from "fast-check";
import { expect, test } from "vitest";
import { closingBalanceOf } from "#lib/closing-balance.ts";
import { minorOf, toDecimal } from "#lib/money.ts";

const reading = { at: "2026-03-01T23:59:00.000Z", seenAt: "2026-03-02T00:00:00.000Z", hold: 0, taken: [] };
const day = "2026-03-01";
const sum = fc.bigInt({ min: -(10n ** 13n), max: 10n ** 13n });

test("a day without a reading at its end has no closing", () => {
	expect(closingBalanceOf({ day, closing: null, gap: null })).toBeNull();
});

test("available and with the operator add up to what the lines alone give, and a gap is named to the unit", () => {
	fc.assert(
		fc.property(sum, sum, fc.option(sum), (balance, held, gap) => {
			const closing = { ...reading, balance: toDecimal(balance), held: toDecimal(held) };
			const told = closingBalanceOf({ day, closing, gap: gap === null ? null : toDecimal(gap) });
			expect(told).toMatchObject({ day, balance: toDecimal(balance), known: "seen" });
			expect(minorOf(told?.onTheWay ?? "0.00")).toBe(-held);
			expect(minorOf(told?.unmatched ?? "0.00")).toBe(gap ?? 0n);
			expect(told && "onTheWay" in told).toBe(held !== 0n);
			expect(told && "unmatched" in told).toBe(gap !== null && gap !== 0n);
		}),
	);
});
