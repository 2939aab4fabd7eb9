/** The first and the last day of `count` whole months, as "2026-11-01". `month` counts from 1 and may lie beyond the year's ends. */
export function monthDays(year: number, month: number, count = 1): { from: string; to: string } {
	const day = (of: number, date: number) => new Date(Date.UTC(year, of - 1, date)).toISOString().slice(0, 10);
	return { from: day(month, 1), to: day(month + count, 0) };
}
