import fc from "fast-check";
import { expect, test } from "vitest";
import {
	type EndedPayout,
	pairDiscrepancies,
	type UnmatchedLine,
	type UnmatchedPayment,
} from "#server/reconciliation/matching/pair-discrepancies.ts";
import { HOUR, line, MINUTE, payment } from "#tests/support/wallet/unmatched.ts";

const told = (lines: UnmatchedLine[], payments: UnmatchedPayment[]) =>
	pairDiscrepancies(lines, payments).map(({ kind, alarm, lineIds, paymentIds }) => [
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

const ended = (id: string, at: number, amount = "5000.00"): EndedPayout => ({
	...{ id, amount, expectedAt: at, from: at - 5 * MINUTE, to: at + 33 * MINUTE },
});
const named = (lines: UnmatchedLine[], payments: UnmatchedPayment[], unpaid: EndedPayout[]) =>
	pairDiscrepancies(lines, payments, unpaid).map(({ alarm, lineIds, endedIds }) => [alarm, lineIds, endedIds]);

test("an alarm names the payout of its amount that ended as not paid, up to a week before it and never after it", () => {
	const unpaid = [ended("p", 0)];
	expect(named([line("m", 6 * 24 * HOUR)], [], unpaid)).toEqual([[true, ["m"], ["p"]]]);
	expect(named([line("m", 8 * 24 * HOUR)], [], unpaid)).toEqual([[true, ["m"], []]]);
	expect(named([line("m", -6 * MINUTE)], [], unpaid)).toEqual([[true, ["m"], []]]);
	expect(named([line("m", HOUR, { amount: "5001.00" })], [], unpaid)).toEqual([[true, ["m"], []]]);
	expect(named([line("m", HOUR, { type: "deposit" })], [], unpaid)).toEqual([[false, ["m"], []]]);
});

test("a line that another payment explains names no payout that ended, and of two lines for one payment one names it", () => {
	expect(named([line("m", 30 * HOUR)], [payment("q", 0)], [ended("p", 0)])).toEqual([[false, ["m"], []]]);
	const group = { groupId: "g" };
	const two = [line("m", 0, group), line("n", MINUTE, group)];
	expect(named(two, [payment("q", 0, group)], [ended("p", 0)])).toEqual([[true, ["m", "n"], ["p"]]]);
	expect(named([line("m", 0, { twinId: "known" })], [], [ended("p", 0)])).toEqual([[true, ["m"], ["p"]]]);
});

test("whatever the lines and payouts, each payout that ended is named once, by an alarm of its amount in its time", () => {
	const times = fc.array(fc.integer({ min: 0, max: 20 * 24 }), { maxLength: 12 });
	const amounts = fc.constantFrom("5000.00", "6000.00");
	fc.assert(
		fc.property(
			fc.array(fc.tuple(fc.integer({ min: 0, max: 480 }), amounts), { maxLength: 12 }),
			times,
			amounts,
			(moves, sent, amount) => {
				const lines = moves.map(([hour, of], place) => line(`m${place}`, hour * HOUR, { amount: of }));
				const unpaid = sent.map((hour, place) => ended(`p${place}`, hour * HOUR, amount));
				const found = pairDiscrepancies(lines, [], unpaid);
				const all = found.flatMap(({ endedIds }) => endedIds);
				expect(new Set(all).size).toBe(all.length);
				for (const { lineIds, endedIds } of found)
					for (const id of endedIds) {
						const [one, payout] = [lines.find((each) => each.id === lineIds[0]), unpaid.find((each) => each.id === id)];
						expect(one?.amount).toBe(payout?.amount);
						expect((one?.at ?? 0) - (payout?.from ?? 0)).toBeGreaterThanOrEqual(0);
						expect((one?.at ?? 0) - (payout?.to ?? 0)).toBeLessThanOrEqual(7 * 24 * HOUR);
					}
				// A payout that no exception names has no free line of its amount in its time.
				for (const one of unpaid.filter(({ id }) => !all.includes(id)))
					for (const each of found.filter(({ endedIds }) => endedIds.length === 0)) {
						const free = lines.find(({ id }) => id === each.lineIds[0]);
						const fits = free?.amount === one.amount && free.at >= one.from && free.at <= one.to + 7 * 24 * HOUR;
						expect(fits).toBe(false);
					}
			},
		),
	);
});
