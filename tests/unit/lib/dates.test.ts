import fc from "fast-check";
import { expect, test } from "vitest";
import {
	addDays,
	age,
	dayOf,
	formatAsOf,
	formatCalendarDay,
	formatExact,
	formatFullDay,
	formatLongDay,
	formatMoment,
	formatPeriod,
	formatTime,
	hourOf,
	isCalendarDay,
	wholeUnit,
	zoneName,
} from "#lib/dates.ts";
import { formatCount } from "#lib/text/counts.ts";

const NOW = new Date("2026-11-21T09:41:07Z");
const ABIDJAN = { locale: "en", timeZone: "Africa/Abidjan" } as const;
const NAIROBI = { locale: "en", timeZone: "Africa/Nairobi" } as const;
const FRENCH = { locale: "fr", timeZone: "Africa/Abidjan" } as const;

test("a moment is said relative to the day of the business, not of the reader", () => {
	const late = new Date("2026-11-20T22:30:00Z");
	expect(formatMoment(late, ABIDJAN, NOW)).toBe("Yesterday 22:30:00");
	expect(formatMoment(late, NAIROBI, NOW)).toBe("Today 01:30:00");
	expect(formatMoment(late, FRENCH, NOW)).toBe("Hier 22:30:00");
});

test("older moments have their day, and their year when it is another", () => {
	expect(formatMoment(new Date("2026-11-18T09:00:00Z"), ABIDJAN, NOW)).toBe("18 Nov 09:00:00");
	expect(formatMoment(new Date("2024-03-01T09:00:00Z"), ABIDJAN, NOW)).toBe("1 Mar 2024 09:00:00");
	expect(formatMoment(new Date("2026-11-18T09:00:00Z"), FRENCH, NOW)).toBe("18 nov. 09:00:00");
});

test("'as of' is a time today and a day before that", () => {
	expect(formatAsOf(NOW, ABIDJAN, NOW)).toBe("09:41:07");
	expect(formatAsOf(new Date("2026-11-20T19:05:00Z"), ABIDJAN, NOW)).toBe("20 Nov 19:05");
});

test("evidence carries its year and its seconds", () => {
	expect(formatExact(NOW, ABIDJAN)).toBe("21 Nov 2026 09:41:07");
});

test("the first of a month is an ordinal in French", () => {
	expect(formatFullDay("2026-11-01", "fr")).toBe("1er novembre 2026");
	expect(formatFullDay("2026-11-11", "fr")).toBe("11 novembre 2026");
	expect(formatFullDay("2026-11-01", "en")).toBe("1 November 2026");
	expect(formatExact(new Date("2026-12-01T09:00:00Z"), FRENCH)).toBe("1er déc. 2026 09:00:00");
	expect(formatCalendarDay("2026-10-01", "fr", "2026-11-21")).toBe("1er oct.");
	expect(formatCalendarDay("2026-10-11", "fr", "2026-11-21")).toBe("11 oct.");
	expect(formatLongDay(new Date("2026-11-01T09:00:00Z"), FRENCH)).toBe("dimanche 1er novembre");
});

test("a calendar day of the business is not the day of UTC", () => {
	expect(dayOf(new Date("2026-11-20T22:30:00Z"), "Africa/Nairobi")).toBe("2026-11-21");
	expect(hourOf(new Date("2026-11-20T22:30:00Z"), "Africa/Nairobi")).toBe(1);
	expect(formatCalendarDay("2026-11-01", "fr", "2026-11-21")).toBe("1er nov.");
});

test("days are added over the ends of months and years", () => {
	expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
	expect(addDays("2028-03-01", -1)).toBe("2028-02-29");
});

test("an age is said in the largest unit that tells something", () => {
	const before = (minutes: number) => age(new Date(NOW.getTime() - minutes * 60_000), NOW);
	expect(before(-1)).toEqual({ unit: "Minutes", count: 0 });
	expect(before(59)).toEqual({ unit: "Minutes", count: 59 });
	expect(before(26 * 60)).toEqual({ unit: "Hours", count: 26 });
	expect(before(48 * 60)).toEqual({ unit: "Days", count: 2 });
});

test("the business's clock is named", () => {
	expect(zoneName(ABIDJAN, NOW)).toEqual({ city: "Abidjan", offset: "GMT" });
	expect(zoneName(NAIROBI, NOW)).toEqual({ city: "Nairobi", offset: "GMT+3" });
	expect(zoneName({ locale: "fr", timeZone: "Africa/Porto-Novo" }, NOW).city).toBe("Porto-Novo");
});

test("a count is written as Intl writes it, but for the space", () => {
	const count = fc.oneof(
		fc.integer(),
		fc.maxSafeInteger(),
		fc.integer({ max: 10 ** 9, min: -(10 ** 9) }).map((thousandths) => thousandths / 1_000),
	);
	fc.assert(
		fc.property(count, fc.constantFrom("en-GB", "fr-FR"), (each, tag) => {
			const plain = new Intl.NumberFormat(tag).format(each).replaceAll(tag === "fr-FR" ? "\u202f" : ",", "\u00a0");
			expect(formatCount(each, tag.slice(0, 2))).toBe(plain);
		}),
	);
});

test.each([
	"0000-01-01",
	"10000-01-01",
	"2026-02-30",
	"2026-13-01",
	"2026-1-1",
	"",
	"2026-01-01T00:00:00Z",
	"٢٠٢٦-٠١-٠١",
])("%s is no day", (text) => {
	expect(isCalendarDay(text)).toBe(false);
});

test("of every day the next and the one before are days too, between the years that everything can hold", () => {
	const day = fc.date({ min: new Date("0001-01-01"), max: new Date("9999-12-31"), noInvalidDate: true });
	fc.assert(
		fc.property(day, (at) => {
			const text = at.toISOString().slice(0, 10);
			expect([-1, 0, 1].map((count) => isCalendarDay(addDays(text, count)))).toEqual([true, true, true]);
		}),
	);
});

test("day and time of a moment are Intl's own in every zone and language, whichever moments were asked for before", () => {
	const zones = [
		"Africa/Abidjan",
		"Africa/Nairobi",
		"Asia/Kathmandu",
		"Pacific/Chatham",
		"Africa/Monrovia",
		"America/St_Johns",
	];
	const moment = fc.integer({ min: Date.UTC(1960, 0, 1), max: Date.UTC(2040, 0, 1) });
	fc.assert(
		fc.property(
			moment,
			fc.constantFrom(...zones),
			fc.integer({ min: -3_600_000, max: 3_600_000 }),
			(at, timeZone, aside) => {
				const plain = new Intl.DateTimeFormat("sv-SE", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
				const clock = { hour: "2-digit", minute: "2-digit", second: "2-digit" } as const;
				const [english, french] = ["en-GB", "fr-FR"].map((tag) => new Intl.DateTimeFormat(tag, { timeZone, ...clock }));
				for (const each of [at, at + aside, at]) {
					const moment = new Date(each);
					expect(dayOf(moment, timeZone)).toBe(plain.format(each));
					expect(formatTime(moment, { locale: "en", timeZone })).toBe(english?.format(each));
					expect(formatTime(moment, { locale: "fr", timeZone })).toBe(french?.format(each));
				}
			},
		),
		{ numRuns: 300 },
	);
});

test("a period is named by its month if it is a whole one, else by its days, always with the year", () => {
	expect(formatPeriod({ from: "2026-10-01", to: "2026-10-31" }, "en")).toBe("October 2026");
	expect(formatPeriod({ from: "2026-02-01", to: "2026-02-28" }, "fr")).toBe("février 2026");
	expect(formatPeriod({ from: "2026-12-01", to: "2026-12-31" }, "en")).toBe("December 2026");
	expect(formatPeriod({ from: "2026-10-01", to: "2026-10-30" }, "en")).toBe("1 – 30 October 2026");
	expect(formatPeriod({ from: "2026-10-01", to: "2027-10-31" }, "en")).toBe("1 October 2026 – 31 October 2027");
	expect(formatPeriod({ from: "2026-10-02", to: "2026-10-31" }, "fr")).toBe("2 – 31 octobre 2026");
	expect(formatPeriod({ from: "2026-11-01", to: "2026-11-01" }, "fr")).toBe("1er novembre 2026");
});

test("minutes are said in the largest unit that they fill without a rest", () => {
	expect([4_320, 1_440, 90, 60, 4_300].map(wholeUnit)).toEqual([
		{ unit: "Days", count: 3 },
		{ unit: "Hours", count: 24 },
		{ unit: "Minutes", count: 90 },
		{ unit: "Hours", count: 1 },
		{ unit: "Minutes", count: 4_300 },
	]);
});
