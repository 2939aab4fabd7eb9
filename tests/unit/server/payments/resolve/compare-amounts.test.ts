import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { minorOf } from "#lib/money.ts";
import { compareAmounts } from "#server/payments/resolve/collect-evidence.ts";

// Few amounts, so that equal ones meet: the requested one, zero, and negative ones.
const amount = fc.constantFrom("0.00", "-0.01", "-5000.00", "0.01", "4950.00", "5000.00", "50000.00", "5000.01");
const currency = fc.constantFrom("XOF", "XAF", "GHS");
const line = fc.record({ amount, fee: amount }).map((money) => ({
	...{ id: "1", type: "withdrawal", createdAt: "2026-11-02T10:00:00.000Z" },
	...money,
}));
const lines = fc.array(line, { maxLength: 4 });
const payment = fc.record({
	kind: fc.constantFrom("deposit" as const, "payout" as const),
	amount: fc.constantFrom("0.01", "5000.00", "50000.00"),
	currency,
	service_amount: fc.option(amount),
	service_currency: fc.option(currency),
});
/** `count` is the number of shown items, or more. */
const found = fc.tuple(lines, fc.nat(2)).map(([items, more]) => ({ items, count: items.length + more }));

describe("another amount than the one asked for, that two people may say was paid", () => {
	test("is never the one asked for, never nothing, never less than nothing, and stands there once", () => {
		fc.assert(
			fc.property(payment, found, lines, (asked, movements, others) => {
				const { payable } = compareAmounts(asked, movements, others);
				expect(payable).not.toContain(asked.amount);
				expect(payable.filter((each) => minorOf(each) <= 0n)).toEqual([]);
				expect(new Set(payable).size).toBe(payable.length);
			}),
		);
	});

	test("was said by the service in the payment's own currency, or is a line that may be its own, and none of these is left out", () => {
		fc.assert(
			fc.property(payment, found, lines, (asked, movements, others) => {
				const isOwn = asked.service_currency === asked.currency;
				const shown = [asked.service_amount ?? "0.00"].filter(() => isOwn).concat(others.map((each) => each.amount));
				const wanted = shown.filter((each) => minorOf(each) > 0n && each !== asked.amount);
				expect(new Set(compareAmounts(asked, movements, others).payable)).toEqual(new Set(wanted));
			}),
		);
	});
});

test("what moved is said of one line alone, and that of its own amount goes before one of another", () => {
	fc.assert(
		fc.property(payment, found, lines, (asked, movements, others) => {
			const { moved } = compareAmounts(asked, movements, others);
			const [only, more] = movements.count > 0 ? movements.items : others;
			if (!only || more || movements.count > 1) expect(moved).toBeNull();
			else expect(moved).toBe(asked.kind === "payout" ? `-${only.amount}` : only.amount);
		}),
	);
});
