import { useLocale } from "next-intl";
import { formatCalendarDay } from "#lib/dates.ts";
import type { Locale } from "#lib/i18n/choose-locale.ts";

/** The period of what is printed: the fields that choose it are for the screen alone. */
export function PrintedDays({ from, to, today }: { from: string; to: string; today: string }) {
	const locale = useLocale() as Locale;
	const day = (text: string) => formatCalendarDay(text, locale, today);
	return <p className="mb-5 hidden font-[550] print:block">{`${day(from)} – ${day(to)}`}</p>;
}
