import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseDecimal } from "#lib/money.ts";
import { type BalanceLook, type BalanceQuestion, readBalances } from "#server/payments/balance-reading.ts";

const AT = Date.parse("2026-03-10T09:00:00Z");
function look(balance: string, minute: number): BalanceLook {
	const at = AT + minute * 60_000;
	return { balanceMinor: parseDecimal(balance) ?? 0n, at: new Date(at).toISOString(), updatedAt: at };
}
const other = (type: string, amount: string, fee: string, minute: number) => ({
	...{ type, at: AT + minute * 60_000 },
	amountMinor: parseDecimal(amount) ?? 0n,
	feeMinor: parseDecimal(fee) ?? 0n,
});
const question = (changes: Partial<BalanceQuestion>): BalanceQuestion => ({
	kind: "payout",
	amountMinor: 4_500_000n,
	feeMinor: null,
	before: look("100000", 0),
	looks: [],
	others: [],
	...changes,
});

describe("alone between two looks", () => {
	test.each([
		["payout", null, "100000", "unmoved"],
		["payout", null, "55000", "amount"],
		["payout", 45_000n, "54550", "amount_and_fee"],
		["payout", 45_000n, "55000", "amount"],
		["payout", null, "54550", "other"],
		["payout", null, "145000", "other"],
		["deposit", null, "145000", "amount"],
		["deposit", 45_000n, "144550", "amount_less_fee"],
		["deposit", 45_000n, "55000", "other"],
	] as const)("a %s with fee %s and a balance of %s afterwards: %s", (kind, feeMinor, balance, reading) => {
		expect(readBalances(question({ kind, feeMinor, looks: [look(balance, 5)] })).reading).toBe(reading);
	});
});

test("other movements between the looks are taken out, with their fees, and only those between", () => {
	const others = [
		other("withdrawal", "10000", "100", 1),
		other("deposit", "20000", "300", 2),
		other("withdrawal", "7000", "70", -1),
		other("withdrawal", "7000", "70", 6),
	];
	expect(readBalances(question({ others, looks: [look("64600", 5)] }))).toMatchObject({
		difference: "-35400.00",
		others: { count: 2, effect: "9600.00" },
		rest: "-45000.00",
		reading: "amount",
	});
});

test("a movement of a type without a sign makes it unclear, and no figure is made up", () => {
	const others = [other("adjustment", "10", "0", 1)];
	expect(readBalances(question({ others, looks: [look("55000", 5)] }))).toMatchObject({
		reading: "unclear",
		rest: null,
		others: { count: 1, effect: null },
	});
});

test("a service that acts late is not taken for one that did nothing: the first look that shows the payment counts", () => {
	const looks = [look("100000", 1), look("55000", 3), look("20000", 5)];
	expect(readBalances(question({ looks }))).toMatchObject({ reading: "amount", after: { balance: "55000.00" } });
});

test("when no look shows it, the last one is told", () => {
	const looks = [look("99000", 1), look("100000", 3)];
	expect(readBalances(question({ looks }))).toMatchObject({ reading: "unmoved", after: { balance: "100000.00" } });
});

test("without a look on both sides nothing is said of a difference", () => {
	const after = [look("55000", 3)];
	expect(readBalances(question({ before: null, looks: after }))).toMatchObject({
		...{ before: null, difference: null, rest: null, reading: null },
		after: { balance: "55000.00" },
	});
	expect(readBalances(question({}))).toMatchObject({ after: null, difference: null, reading: null });
});

test("difference = others + rest, to the hundredth, whatever moved", () => {
	const money = fc.bigInt({ min: 0n, max: 10_000_000_000_000n });
	const movement = fc.record({
		type: fc.constantFrom("withdrawal", "deposit"),
		amountMinor: money,
		feeMinor: money,
		at: fc.integer({ min: AT, max: AT + 600_000 }),
	});
	fc.assert(
		fc.property(money, money, fc.array(movement), (before, after, others) => {
			const looks = [{ ...look("0", 5), balanceMinor: after }];
			const told = readBalances(question({ before: { ...look("0", 0), balanceMinor: before }, looks, others }));
			const sum = (parseDecimal(told.others.effect ?? "") ?? 0n) + (parseDecimal(told.rest ?? "") ?? 0n);
			expect(sum).toBe(after - before);
			expect(parseDecimal(told.difference ?? "")).toBe(after - before);
		}),
	);
});
