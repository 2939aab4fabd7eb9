import { expect, test } from "vitest";
import { atOnce } from "#lib/slices.ts";
import { type OddLine, type OddPayment, pairOddities } from "#server/reconciliation/pair-oddities.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const line = (id: string, at: number, facts: Partial<OddLine> = {}): OddLine => ({
	...{ id, type: "withdrawal", amount: "5000.00", at, groupId: null, twinId: null },
	...facts,
});
const payment = (id: string, at: number, facts: Partial<OddPayment> = {}): OddPayment => ({
	...{ id, type: "withdrawal", amount: "5000.00", expectedAt: at, from: at - 5 * MINUTE, to: at + 33 * MINUTE },
	...{ groupId: null, open: false },
	...facts,
});
const told = (lines: OddLine[], payments: OddPayment[]) =>
	atOnce(pairOddities(lines, payments)).map(({ kind, alarm, lineIds, paymentIds }) => [
		kind,
		alarm,
		...lineIds,
		...paymentIds,
	]);

test("a line alone is foreign, and an alarm when it took money; a payment alone is missing its line", () => {
	expect(told([line("m", 0)], [])).toEqual([["foreign", true, "m"]]);
	expect(told([line("m", 0, { type: "deposit" })], [])).toEqual([["foreign", false, "m"]]);
	expect(told([], [payment("p", 0)])).toEqual([["missing", false, "p"]]);
});

test("a line of the same facts within a week is the payment's late one; after that it is not", () => {
	expect(told([line("m", 30 * HOUR)], [payment("p", 0)])).toEqual([["late", false, "m", "p"]]);
	expect(told([line("m", 9 * 24 * HOUR)], [payment("p", 0)]).map(([kind]) => kind)).toEqual(["foreign", "missing"]);
});

test("a line of another amount at the same moment is named so; a quarter of an hour later it is not", () => {
	const other = { amount: "6300.00" };
	expect(told([line("m", MINUTE, other)], [payment("p", 0)])).toEqual([["wrong_amount", false, "m", "p"]]);
	expect(told([line("m", 15 * MINUTE, other)], [payment("p", 0)]).map(([kind]) => kind)).toEqual([
		"foreign",
		"missing",
	]);
});

test("where a line could be either payment's, nobody is named; two late lines of two equal payments go in the order of time", () => {
	const one = told([line("m", 30 * HOUR)], [payment("p", 0), payment("q", HOUR)]);
	expect(one.map(([kind]) => kind)).toEqual(["foreign", "missing", "missing"]);
	const two = told([line("n", 40 * HOUR), line("m", 30 * HOUR)], [payment("q", HOUR), payment("p", 0)]);
	expect(two).toEqual([
		["late", false, "n", "q"],
		["late", false, "m", "p"],
	]);
});

test("a line like one that has its payment, minutes away, is one too many", () => {
	expect(told([line("m", 0, { twinId: "known" })], [])).toEqual([["doubled", true, "m"]]);
});

test("payments that cannot be told apart, one line short, find their late line together", () => {
	const group = { groupId: "g" };
	const found = told([line("m", 0, group), line("n", 30 * HOUR)], [payment("p", 0, group), payment("q", 0, group)]);
	expect(found).toEqual([["late", false, "n", "m", "p", "q"]]);
});

test("a payment whose outcome people still have to say may be what a line belongs to, and is never missing its own", () => {
	const open = payment("p", 0, { open: true });
	expect(told([], [open])).toEqual([]);
	expect(told([line("m", 0, { amount: "1.00" })], [open])).toEqual([["wrong_amount", false, "m", "p"]]);
});
