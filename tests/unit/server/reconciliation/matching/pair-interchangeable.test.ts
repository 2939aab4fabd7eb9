import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pairDiscrepancies, type UnmatchedLine } from "#server/reconciliation/matching/pair-discrepancies.ts";
import { pairInterchangeable } from "#server/reconciliation/matching/pair-interchangeable.ts";
import { HOUR, line, MINUTE, payment } from "#tests/support/wallet/unmatched.ts";

test("two hundred equal payouts whose lines are two hours late are paired by a few looks at each line", () => {
	let looks = 0;
	const watched = (one: UnmatchedLine): UnmatchedLine =>
		Object.defineProperty({ ...one }, "at", {
			enumerable: true,
			get() {
				looks += 1;
				return one.at;
			},
		});
	const places = Array.from({ length: 200 }, (_, place) => place);
	const lines = places.map((place) => watched(line(`m${place}`, place * MINUTE + 2 * HOUR)));
	const payments = places.map((place) => payment(`p${place}`, place * MINUTE));
	const found = pairDiscrepancies(lines, payments);
	expect(found.map(({ kind }) => kind)).toEqual(places.map(() => "late"));
	expect(found.every(({ lineIds, paymentIds }) => lineIds[0]?.slice(1) === paymentIds[0]?.slice(1))).toBe(true);
	expect(looks).toBeLessThan(100 * places.length);
});

interface Item {
	reaches: { key: string; from: number; to: number }[];
	time: number;
}
interface Dated {
	id: string;
	key: string;
	at: number;
}
const RULE = {
	keyOf: ({ key }: Dated) => key,
	reachesOf: ({ reaches }: Item) => reaches,
	timeOf: ({ time }: Item) => time,
};

describe("for any items and lines", () => {
	const key = fc.constantFrom("a", "b");
	// Few different moments, within reach of one another and out of it, some of them the same.
	const moment = fc.oneof(
		fc.integer({ min: 0, max: 40 }),
		fc.integer({ min: 0, max: 30 }).map((place) => place * 1_000),
	);
	const reach = fc
		.record({ key, at: moment, before: fc.constantFrom(0, 5, 2_000), after: fc.constantFrom(0, 5, 7_000) })
		.map(({ at, before, after, ...of }) => ({ ...of, from: at - before, to: at + after }));
	const items = fc.array(fc.record({ reaches: fc.array(reach, { minLength: 1, maxLength: 3 }), time: fc.nat() }), {
		maxLength: 30,
	});
	const lines = fc
		.array(fc.record({ key, at: moment }), { maxLength: 30 })
		.map((all) => all.map((one, place) => ({ ...one, id: `m${String(place).padStart(2, "0")}` })));

	test("the pairs are those that looking at every item beside every line finds", () => {
		fc.assert(
			fc.property(items, lines, (short, seen) => {
				expect(pairInterchangeable(short, seen, RULE)).toEqual(pairsByLooking(short, seen));
			}),
			{ numRuns: 3_000 },
		);
	});

	test("equal numbers of equal ones, too, in any order in which they are given", () => {
		const equal = fc.tuple(fc.array(moment, { minLength: 1, maxLength: 12 }), fc.array(moment, { maxLength: 12 }));
		fc.assert(
			fc.property(equal, ([owed, at]) => {
				const short = owed.map((from, time) => ({ time, reaches: [{ key: "a", from: from - 5, to: from + 7_000 }] }));
				const seen = at.map((one, place) => ({ id: `m${10 + place}`, key: "a", at: one }));
				expect(pairInterchangeable(short, seen, RULE)).toEqual(pairsByLooking(short, seen));
			}),
			{ numRuns: 2_000 },
		);
	});
});

/** Pairs whose members have no other choice; then groups of equal size that fit one another, in the order of time. */
function pairsByLooking(short: readonly Item[], lines: readonly Dated[]): [Item, Dated][] {
	const belongs = ({ reaches }: Item, { key, at }: Dated) =>
		reaches.some((reach) => reach.key === key && at >= reach.from && at <= reach.to);
	const choices = short.map((one) => ({ one, fitting: lines.filter((line) => belongs(one, line)) }));
	const rivals = new Map(lines.map((line) => [line, short.filter((one) => belongs(one, line))]));
	return choices.flatMap(({ one, fitting }): [Item, Dated][] => {
		const [first] = fitting;
		const others = first ? (rivals.get(first) ?? []) : [];
		if (others.length !== fitting.length) return [];
		// All of them have the same choices, so none can belong to another.
		const isClosed = fitting.every((line) => sameList(rivals.get(line) ?? [], others));
		const areEqual = choices.every((choice) => !others.includes(choice.one) || sameList(choice.fitting, fitting));
		if (!isClosed || !areEqual) return [];
		const place = others.toSorted((a, b) => a.time - b.time).indexOf(one);
		const line = fitting.toSorted((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))[place];
		return line ? [[one, line]] : [];
	});
}

function sameList<T>(one: readonly T[], other: readonly T[]): boolean {
	return one.length === other.length && one.every((item) => other.includes(item));
}
