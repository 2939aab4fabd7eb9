/**
 * Formats times with `Intl` in the member's language and the business's time zone. Joins date and time itself, because `Intl` joins them
 * differently on server and browser.
 */
import type { Locale } from "#lib/i18n/choose-locale.ts";

export const DAY_MS = 86_400_000;

export interface Place {
	locale: Locale;
	timeZone: string;
}

/** "09:41:07", or "09:41" without seconds. */
export function formatTime(at: Date, place: Place, options: { seconds?: boolean } = {}): string {
	const { hour, minute, second } = clockOf(at, place.timeZone);
	const text = `${twoDigits(hour)}:${twoDigits(minute)}`;
	return (options.seconds ?? true) ? `${text}:${twoDigits(second)}` : text;
}

function twoDigits(count: number): string {
	return String(count).padStart(2, "0");
}

/** "21 Nov"; with the year when it is not the current one: "21 Nov 2024". */
export function formatDay(at: Date, place: Place, now: Date): string {
	const sameYear = dayOf(at, place.timeZone).slice(0, 4) === dayOf(now, place.timeZone).slice(0, 4);
	return format(place, { day: "numeric", month: "short", ...(sameYear ? {} : { year: "numeric" }) }, at);
}

/** "Saturday 21 November" */
export function formatLongDay(at: Date, place: Place): string {
	return format(place, { weekday: "long", day: "numeric", month: "long" }, at).replace(",", "");
}

/** "November 2024" */
export function formatMonth(at: Date, place: Place): string {
	return format(place, { month: "long", year: "numeric" }, at);
}

/** "November 2024" for "2024-11", "November 2024 · XOF" for "XOF 2024-11"; other text as it is. */
export function formatWalletMonth(text: string, place: Place): string {
	const [month = "", wallet] = text.split(" ").reverse();
	if (!isCalendarMonth(month)) return text;
	return [formatMonth(new Date(`${month}-15T12:00:00Z`), place), wallet].filter(Boolean).join(" · ");
}

/** "Today 09:22:41", "Yesterday 19:05:10", "20 Nov 17:40:19". */
export function formatMoment(at: Date, place: Place, now: Date, options: { seconds?: boolean } = {}): string {
	const days = daysBetween(dayOf(at, place.timeZone), dayOf(now, place.timeZone));
	const day = days === 0 || days === 1 ? relativeDay(-days, place.locale) : formatDay(at, place, now);
	return `${day} ${formatTime(at, place, options)}`;
}

/** "09:41:07" today, "20 Nov 09:41" on another day: for "as of" and "since". */
export function formatAsOf(at: Date, place: Place, now: Date): string {
	if (dayOf(at, place.timeZone) === dayOf(now, place.timeZone)) return formatTime(at, place);
	return `${formatDay(at, place, now)} ${formatTime(at, place, { seconds: false })}`;
}

/** "21 Nov 2026 09:41:07": always with year and seconds. */
export function formatExact(at: Date, place: Place): string {
	return `${formatDate(at, place, "short")} ${formatTime(at, place)}`;
}

/** "22 November 2026 at 17:42", for mails. */
export function formatLongMoment(at: Date, place: Place): string {
	return `${formatDate(at, place, "long")} ${AT[place.locale]} ${formatTime(at, place, { seconds: false })}`;
}

/** The calendar day in a time zone as "2026-11-21". */
export function dayOf(at: Date, timeZone: string): string {
	return clockOf(at, timeZone).day;
}

interface Clock {
	day: string;
	hour: number;
	minute: number;
	second: number;
}

// Reading a clock with `Intl` is slow, so the results are cached for each quarter hour. From 1980 on, offsets are multiples of a quarter
// hour and (except in six zones outside Africa) change only at quarter hours, so day and hour do not change within one.
const QUARTER_MS = 15 * 60_000;
const QUARTERS_SINCE = Date.UTC(1980, 0, 1);
const MOST_QUARTERS = 2_000;
const quarters = new Map<string, Clock>();

function clockOf(at: Date, timeZone: string): Clock {
	const time = at.getTime();
	if (!(time >= QUARTERS_SINCE)) return readClock(at, timeZone);
	const quarter = Math.floor(time / QUARTER_MS);
	const seconds = Math.floor((time - quarter * QUARTER_MS) / 1_000);
	const began = quarterClock(quarter, timeZone);
	return { ...began, minute: began.minute + Math.floor(seconds / 60), second: seconds % 60 };
}

function quarterClock(quarter: number, timeZone: string): Clock {
	const key = `${quarter} ${timeZone}`;
	const known = quarters.get(key);
	if (known) return known;
	if (quarters.size >= MOST_QUARTERS) quarters.clear();
	const clock = readClock(new Date(quarter * QUARTER_MS), timeZone);
	quarters.set(key, clock);
	return clock;
}

function readClock(at: Date, timeZone: string): Clock {
	const [two, hourCycle] = ["2-digit", "h23"] as const;
	const clock = { hour: two, minute: two, second: two, hourCycle } as const;
	const parts = formatter("en", { timeZone, year: "numeric", month: two, day: two, ...clock }).formatToParts(at);
	const of = (wanted: string) => parts.find(({ type }) => type === wanted)?.value ?? "";
	const [hour, minute, second] = [of("hour"), of("minute"), of("second")].map(Number);
	return {
		day: `${of("year")}-${of("month")}-${of("day")}`,
		hour: hour ?? 0,
		minute: minute ?? 0,
		second: second ?? 0,
	};
}

export function nextDay(at: Date, timeZone: string): Date {
	const day = dayOf(at, timeZone);
	let quarter = Math.floor(at.getTime() / QUARTER_MS);
	do quarter += 1;
	while (dayOf(new Date(quarter * QUARTER_MS), timeZone) === day);
	return new Date(quarter * QUARTER_MS);
}

/** The start of the calendar day that contains `at`, in a time zone. */
export function startOfDay(at: Date, timeZone: string): Date {
	const day = dayOf(at, timeZone);
	let quarter = Math.floor(at.getTime() / QUARTER_MS);
	while (dayOf(new Date((quarter - 1) * QUARTER_MS), timeZone) === day) quarter -= 1;
	return new Date(quarter * QUARTER_MS);
}

/** True for "2026-11-21" and any real day of the years 0001 to 9999, which both browsers and PostgreSQL can hold. */
export function isCalendarDay(text: string): boolean {
	if (!/^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text)) return false;
	const date = new Date(`${text}T00:00:00Z`);
	return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** True for "2026-11" and any real month of the years 0001 to 9999. */
export function isCalendarMonth(text: string): boolean {
	return isCalendarDay(`${text}-01`);
}

/** "2026-11" gives "2026-12". */
export function nextMonth(month: string): string {
	const next = new Date(`${month}-01T00:00:00Z`);
	next.setUTCMonth(next.getUTCMonth() + 1);
	return next.toISOString().slice(0, 7);
}

/** The last day: "2026-11" gives "2026-11-30". */
export function monthEnd(month: string): string {
	return new Date(Date.parse(`${nextMonth(month)}-01T00:00:00Z`) - DAY_MS).toISOString().slice(0, 10);
}

/** "2026-10" for the days of one whole month; else null. */
export function wholeMonth({ from, to }: { from: string; to: string }): string | null {
	const month = from.slice(0, 7);
	return from === `${month}-01` && to === monthEnd(month) ? month : null;
}

/** "2026-11-21" and 3 give "2026-11-24"; never beyond the years 1 to 9999. */
export function addDays(day: string, count: number): string {
	const date = new Date(`${day}T00:00:00Z`);
	date.setUTCDate(date.getUTCDate() + count);
	const text = date.toISOString().slice(0, 10);
	if (isCalendarDay(text)) return text;
	return count > 0 ? "9999-12-31" : "0001-01-01";
}

/** A calendar day, "2026-11-21", as "21 Nov", or with its year if `today` is in another one. */
export function formatCalendarDay(day: string, locale: Locale, today: string): string {
	return formatDay(new Date(`${day}T12:00:00Z`), { locale, timeZone: "UTC" }, new Date(`${today}T12:00:00Z`));
}

/** "24 November 2026" for the calendar day "2026-11-24". */
export function formatFullDay(day: string, locale: Locale): string {
	return formatDate(new Date(`${day}T12:00:00Z`), { locale, timeZone: "UTC" }, "long");
}

/** "October 2026" for a whole month, "24 November 2026" for a day, "1 – 24 November 2026" within a month, else both days in full. */
export function formatPeriod({ from, to }: { from: string; to: string }, locale: Locale): string {
	if (from === to) return formatFullDay(from, locale);
	if (wholeMonth({ from, to })) return formatMonth(new Date(`${from}T12:00:00Z`), { locale, timeZone: "UTC" });
	const first = formatFullDay(from, locale);
	return `${from.slice(0, 7) === to.slice(0, 7) ? first.split(" ")[0] : first} – ${formatFullDay(to, locale)}`;
}

/** The largest unit that divides the minutes without a remainder, and days only for two or more: 1,440 is 24 hours, 2,880 is two days. */
export function wholeUnit(minutes: number): { unit: "Minutes" | "Hours" | "Days"; count: number } {
	if (minutes >= 2 * 1_440 && minutes % 1_440 === 0) return { unit: "Days", count: minutes / 1_440 };
	if (minutes > 0 && minutes % 60 === 0) return { unit: "Hours", count: minutes / 60 };
	return { unit: "Minutes", count: minutes };
}

/** The elapsed time in whole units: minutes below one hour, hours below two days, else days. A time in the future counts as 0. */
export function age(since: Date, now: Date): { unit: "Minutes" | "Hours" | "Days"; count: number } {
	const minutes = Math.max(0, Math.floor((now.getTime() - since.getTime()) / 60_000));
	if (minutes < 60) return { unit: "Minutes", count: minutes };
	const hours = Math.floor(minutes / 60);
	return hours < 48 ? { unit: "Hours", count: hours } : { unit: "Days", count: Math.floor(hours / 24) };
}

/** "Abidjan"; the whole name of a zone without a city. */
export function zoneCity(timeZone: string): string {
	return (timeZone.split("/").at(-1) ?? timeZone).replaceAll("_", " ");
}

/** The time zone's city and its offset at `at`, such as "Abidjan" and "GMT". */
export function zoneName(place: Place, at: Date): { city: string; offset: string } {
	const offset = formatter("en", { timeZone: place.timeZone, timeZoneName: "shortOffset" })
		.formatToParts(at)
		.find(({ type }) => type === "timeZoneName");
	return {
		city: zoneCity(place.timeZone),
		offset: offset?.value.replace(/^UTC/, "GMT").replace(/^GMT\+0$/, "GMT") ?? "",
	};
}

export function hourOf(at: Date, timeZone: string): number {
	return clockOf(at, timeZone).hour;
}

const TAGS: Record<Locale, string> = { en: "en-GB", fr: "fr-FR" };
const AT: Record<Locale, string> = { en: "at", fr: "à" };

/** In French the first of a month is "1er", which `Intl` does not write. */
function format({ locale, timeZone }: Place, options: Intl.DateTimeFormatOptions, at: Date): string {
	const text = formatter(locale, { timeZone, ...options }).format(at);
	return locale === "fr" ? text.replace(/\b1(?=\s\p{L})/u, "1er") : text;
}

function formatDate(at: Date, place: Place, month: "long" | "short"): string {
	return format(place, { day: "numeric", month, year: "numeric" }, at);
}

function relativeDay(days: number, locale: Locale): string {
	relative[locale] ??= new Intl.RelativeTimeFormat(TAGS[locale], { numeric: "auto" });
	const text = relative[locale].format(days, "day");
	return text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);
}

function daysBetween(earlier: string, later: string): number {
	return Math.round((Date.parse(`${later}T00:00:00Z`) - Date.parse(`${earlier}T00:00:00Z`)) / DAY_MS);
}

// Creating a formatter takes about a hundred times as long as using it. The cache stays small: a dozen shapes, two languages, one zone.
const formatters = new Map<string, Intl.DateTimeFormat>();
const relative: Partial<Record<Locale, Intl.RelativeTimeFormat>> = {};

function formatter(locale: Locale, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
	const key = `${locale}${JSON.stringify(options)}`;
	const known = formatters.get(key);
	if (known) return known;
	const made = new Intl.DateTimeFormat(TAGS[locale], options);
	formatters.set(key, made);
	return made;
}

/** The first and the last day of `count` whole months, as "2026-11-01". `month` is 1 to 12; 0 or 13 is a month of another year. */
export function monthDays(year: number, month: number, count = 1): { from: string; to: string } {
	const day = (of: number, date: number) => new Date(Date.UTC(year, of - 1, date)).toISOString().slice(0, 10);
	return { from: day(month, 1), to: day(month + count, 0) };
}
