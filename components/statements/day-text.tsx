import { useLocale } from "next-intl";
import { formatDay, formatMonth, formatPeriod } from "#lib/dates.ts";

const noon = (day: string) => new Date(`${day}T12:00:00Z`);

/** "21 Nov", with the year when it is not this one. */
export function DayText({ day }: { day: string }) {
	const locale = useLocale();
	return (
		<time dateTime={day} className="num whitespace-nowrap" suppressHydrationWarning>
			{formatDay(noon(day), { locale, timeZone: "UTC" }, new Date())}
		</time>
	);
}

/** "2026-10" as "October 2026". */
export function useMonthText(): (month: string) => string {
	const locale = useLocale();
	return (month) => formatMonth(noon(`${month}-15`), { locale, timeZone: "UTC" });
}

/** "October 2026" for a whole month, else the days, with the year. */
export function usePeriodText(): (days: { from: string; to: string }) => string {
	const locale = useLocale();
	return (days) => formatPeriod(days, locale);
}
