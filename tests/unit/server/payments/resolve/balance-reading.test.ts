import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseDecimal } from "#lib/money.ts";
import {
	type BalanceAt,
	type BalanceQuestion,
	type ReadingAfter,
	readBalances,
} from "#server/payments/resolve/balance-reading.ts";

const minor = (text: string) => parseDecimal(text) ?? 0n;
const look = (balance: string, minute: number): BalanceAt => ({
	balanceMinor: minor(balance),
	at: new Date(Date.parse("2026-03-10T09:00:00Z") + minute * 60_000).toISOString(),
});
const after = (
	balance: string,
	minute: number,
	effect: string | null = "0",
	count = effect === "0" ? 0 : 1,
): ReadingAfter => ({
	reading: look(balance, minute),
	others: { count, effectMinor: effect === null ? null : minor(effect) },
});
const question = (changes: Partial<BalanceQuestion>): BalanceQuestion => ({
	kind: "payout",
	amountMinor: 4_500_000n,
	feeMinor: null,
	usualFeeMinor: 0n,
	before: look("100000", 0),
	later: [],
	...changes,
});

describe("alone between two readings", () => {
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
		expect(readBalances(question({ kind, feeMinor, later: [after(balance, 5)] })).reading).toBe(reading);
	});
});

test("what else moved is taken out", () => {
	expect(readBalances(question({ later: [after("64600", 5, "9600", 2)] }))).toMatchObject({
		difference: "-35400.00",
		others: { count: 2, effect: "9600.00" },
		rest: "-45000.00",
		reading: "amount",
	});
});

test.each([
	["payout", "54550", "amount_and_fee"],
	["deposit", "144550", "amount_less_fee"],
] as const)("a %s without a movement is read with the fee that is usual, and says so", (kind, balance, reading) => {
	const told = readBalances(question({ kind, usualFeeMinor: 45_000n, later: [after(balance, 5)] }));
	expect(told).toMatchObject({ reading, fee: "450.00" });
	const lined = { kind, feeMinor: 44_000n, usualFeeMinor: 45_000n, later: [after(balance, 5)] };
	expect(readBalances(question(lined))).toMatchObject({ reading: "other", fee: "440.00" });
});

test("what else moved and cannot be told makes it unclear, and no figure is made up", () => {
	expect(readBalances(question({ later: [after("55000", 5, null)] }))).toMatchObject({
		reading: "unclear",
		rest: null,
		others: { count: 1, effect: null },
	});
});

test("a service that acts late is not taken for one that did nothing: the first look that shows the payment counts", () => {
	const later = [after("100000", 1), after("55000", 3), after("20000", 5)];
	expect(readBalances(question({ later }))).toMatchObject({ reading: "amount", after: { balance: "55000.00" } });
});

test("when no look shows it, the last one is told", () => {
	const later = [after("99000", 1), after("100000", 3)];
	expect(readBalances(question({ later }))).toMatchObject({ reading: "unmoved", after: { balance: "100000.00" } });
});

test("without a look on both sides nothing is said of a difference", () => {
	expect(readBalances(question({ before: null, later: [after("55000", 3)] }))).toMatchObject({
		...{ before: null, difference: null, rest: null, reading: null },
		after: { balance: "55000.00" },
	});
	expect(readBalances(question({}))).toMatchObject({ after: null, difference: null, reading: null });
});

test("difference = others + rest, to the hundredth, whatever moved", () => {
	const money = fc.bigInt({ min: 0n, max: 10_000_000_000_000n });
	fc.assert(
		fc.property(
			money,
			money,
			fc.bigInt({ min: -(10n ** 13n), max: 10n ** 13n }),
			(before, balanceMinor, effectMinor) => {
				const later = [{ reading: { ...look("0", 5), balanceMinor }, others: { count: 1, effectMinor } }];
				const told = readBalances(question({ before: { ...look("0", 0), balanceMinor: before }, later }));
				expect(minor(told.others.effect ?? "") + minor(told.rest ?? "")).toBe(balanceMinor - before);
				expect(minor(told.difference ?? "")).toBe(balanceMinor - before);
			},
		),
	);
});
