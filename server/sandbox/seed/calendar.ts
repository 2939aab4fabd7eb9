/** Generates times within business hours, by weights of weekday and hour. All times are UTC, the time of Abidjan. */
import type { Random } from "#server/sandbox/seed/random.ts";

export const DAY_MS = 86_400_000;

// Sunday first.
const WEEKDAY_WEIGHTS = [12, 100, 95, 100, 105, 125, 80];
const HOURS: readonly (readonly [number, number])[] = [
	[7, 4],
	[8, 9],
	[9, 13],
	[10, 16],
	[11, 15],
	[12, 8],
	[13, 6],
	[14, 9],
	[15, 12],
	[16, 15],
	[17, 14],
	[18, 9],
	[19, 4],
	[20, 1],
];

export type Calendar = ReturnType<typeof createCalendar>;

/** Every generated moment is later than `from` and at most `to`. */
export function createCalendar(from: Date, to: Date) {
	const days: Date[] = [];
	for (let day = midnight(from); day.getTime() <= to.getTime(); day = new Date(day.getTime() + DAY_MS)) days.push(day);
	const weights = days.map((day): [Date, number] => [day, WEEKDAY_WEIGHTS[day.getUTCDay()] ?? 0]);
	const inside = (at: Date) => at.getTime() > from.getTime() && at.getTime() <= to.getTime();
	const momentOf = (random: Random, day: Date) =>
		new Date(day.getTime() + random.weighted(HOURS) * 3_600_000 + random.between(0, 3_599_999));
	return {
		anyMoment(random: Random): Date {
			// A chosen time of the last day may be later than `to`: another try replaces it, and a few tries suffice.
			for (let tries = 0; tries < 200 && days.length > 0; tries += 1) {
				const at = momentOf(random, random.weighted(weights));
				if (inside(at)) return at;
			}
			return to;
		},
		/** Returns a time between 9:00 and 16:00 of the day; null when it is not within `from` and `to`. */
		officeMoment(random: Random, day: Date): Date | null {
			const at = new Date(day.getTime() + random.between(9 * 3_600_000, 16 * 3_600_000));
			return inside(at) ? at : null;
		},
		fridays: days.filter((day) => day.getUTCDay() === 5),
		weekdays: days.filter((day) => day.getUTCDay() >= 1 && day.getUTCDay() <= 5),
		paydays: days.filter(isPayday),
	};
}

function isPayday(day: Date): boolean {
	const last = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0));
	while (last.getUTCDay() === 0 || last.getUTCDay() === 6) last.setUTCDate(last.getUTCDate() - 1);
	return last.getTime() === day.getTime();
}

function midnight(at: Date): Date {
	return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()));
}
