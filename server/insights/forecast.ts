import type { Forecast } from "#lib/contracts/insights.ts";
import { addDays } from "#lib/dates.ts";
import { type AmountMinor, minorOf, toDecimal } from "#lib/money.ts";

export const LEARNED_DAYS = 28;
const WEEK = 7;
/** Estimates are rounded to whole units of the currency. */
const UNIT = 100n;

interface DayFlow {
	day: string;
	in: string;
	out: string;
	fees: string;
	count: number;
}

export interface ForecastInput {
	today: string;
	/** Decimal text; null when it was never read. */
	balance: string | null;
	waiting: { count: number; amountMinor: AmountMinor; feesMinor: AmountMinor };
	/** The days before today, oldest first. */
	past: readonly DayFlow[];
	/** The day of the wallet's first line; null if there is none. Nothing is learned from days before it. */
	firstDay: string | null;
}

/** Returns null if no day has a line to learn from. Income is rounded down and spending up, so that no need is underestimated. */
export function forecast({ today, balance, waiting, past, firstDay }: ForecastInput): Forecast | null {
	const learned = past.filter(({ day }) => firstDay !== null && day >= firstDay);
	if (!learned.some(({ count }) => count > 0)) return null;
	let left = balance === null ? null : minorOf(balance) - waiting.amountMinor - waiting.feesMinor;
	let lowest = left;
	const total = { in: 0n, out: 0n };
	const days = Array.from({ length: WEEK }, (_, place) => {
		const day = addDays(today, place + 1);
		const usual = usualOf(learned, day);
		total.in += usual.in;
		total.out += usual.out;
		if (left !== null) left += usual.in - usual.out;
		if (left !== null && lowest !== null && left < lowest) lowest = left;
		return { day, in: toDecimal(usual.in), out: toDecimal(usual.out), balance: left === null ? null : toDecimal(left) };
	});
	return {
		days,
		waiting: { count: waiting.count, amount: toDecimal(waiting.amountMinor) },
		...{ in: toDecimal(total.in), out: toDecimal(total.out), balance },
		missing: lowest === null ? null : toDecimal(lowest < 0n ? -lowest : 0n),
	};
}

function usualOf(learned: readonly DayFlow[], day: string): { in: AmountMinor; out: AmountMinor } {
	const same = learned.filter((past) => weekday(past.day) === weekday(day));
	const days = same.length > 0 ? same : learned;
	const count = BigInt(days.length);
	const sum = (of: (day: DayFlow) => AmountMinor) => days.reduce((all, past) => all + of(past), 0n);
	const [cameIn, out] = [sum((past) => minorOf(past.in)), sum((past) => minorOf(past.out) + minorOf(past.fees))];
	const whole = count * UNIT;
	return { in: (cameIn / whole) * UNIT, out: ((out + whole - 1n) / whole) * UNIT };
}

function weekday(day: string): number {
	return new Date(`${day}T12:00:00Z`).getUTCDay();
}
