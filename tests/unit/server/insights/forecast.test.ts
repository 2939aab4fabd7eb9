import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays } from "#lib/dates.ts";
import { minorOf, toDecimal } from "#lib/money.ts";
import { forecast, LEARNED_DAYS } from "#server/insights/forecast.ts";

const TODAY = "2026-11-24";
const amount = fc.bigInt({ min: 0n, max: 10n ** 12n });
const flow = fc.record({ in: amount, out: amount, fees: amount, count: fc.constantFrom(0, 3) });
const past = fc.array(flow, { minLength: LEARNED_DAYS, maxLength: LEARNED_DAYS }).map((days) =>
	days.map((day, place) => ({
		...{ day: addDays(TODAY, place - LEARNED_DAYS), count: day.count },
		...{ in: toDecimal(day.in), out: toDecimal(day.out), fees: toDecimal(day.fees) },
	})),
);
const firstDay = addDays(TODAY, -LEARNED_DAYS);
const waiting = fc.record({ count: fc.nat(9), amountMinor: amount, feesMinor: amount });

const NONE = { count: 0, amountMinor: 0n, feesMinor: 0n };

test("with what is missing added, the balance never falls below zero in the seven days, and nothing more is asked for", () => {
	fc.assert(
		fc.property(past, waiting, amount, (days, waits, balance) => {
			const next = forecast({ today: TODAY, balance: toDecimal(balance), waiting: waits, past: days, firstDay });
			if (!next) return expect(days.every(({ count }) => count === 0)).toBe(true);
			const begin = balance - waits.amountMinor - waits.feesMinor;
			const ends = [begin, ...next.days.map((day) => minorOf(day.balance ?? "0.01"))];
			const [lowest = 0n] = ends.toSorted((one, other) => (one < other ? -1 : 1));
			expect(minorOf(next.missing ?? "0.01")).toBe(lowest < 0n ? -lowest : 0n);
			expect(next.days.map(({ day }) => day)).toEqual([1, 2, 3, 4, 5, 6, 7].map((n) => addDays(TODAY, n)));
			let before = begin;
			for (const day of next.days) {
				expect(minorOf(day.balance ?? "0.01")).toBe(before + minorOf(day.in) - minorOf(day.out));
				before = minorOf(day.balance ?? "0.01");
			}
		}),
	);
});

test("a day is forecast as the same weekdays were on average, fees included, in whole units, and what is unknown stays so", () => {
	const days = Array.from({ length: LEARNED_DAYS }, (_, place) => ({
		...{ day: addDays(TODAY, place - LEARNED_DAYS), count: 1 },
		...{ in: `${1 + (place % 7)}00.25`, out: "50.00", fees: "0.03" },
	}));
	const next = forecast({ today: TODAY, balance: null, waiting: NONE, past: days, firstDay });
	expect(next?.days[0]).toEqual({ day: "2026-11-25", in: "200.00", out: "51.00", balance: null });
	expect(next).toMatchObject({ missing: null, out: "357.00" });
});

test("a quiet day is learned from, unless it lies before the wallet's first line", () => {
	const days = Array.from({ length: LEARNED_DAYS }, (_, place) => ({
		...{ day: addDays(TODAY, place - LEARNED_DAYS), in: "0.00", fees: "0.00" },
		...(place === LEARNED_DAYS - 3 ? { count: 1, out: "400.00" } : { count: 0, out: "0.00" }),
	}));
	const out = (first: string) =>
		forecast({ today: TODAY, balance: null, waiting: NONE, past: days, firstDay: first })?.out;
	expect([out("2024-01-01"), out(addDays(TODAY, -3))]).toEqual(["100.00", "936.00"]);
});
