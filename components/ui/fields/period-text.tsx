"use client";
import { useLocale, useTimeZone, useTranslations } from "next-intl";
import type { Days } from "#components/ui/fields/day-form.tsx";
import { dayOf, formatCalendarDay } from "#lib/dates.ts";
import { chosenPeriod, type Period, periodOf } from "#lib/movements/periods.ts";

export default function PeriodText({ from, to, usual }: Days & { usual?: Period | undefined }) {
	const t = useTranslations("common");
	const locale = useLocale();
	const today = dayOf(new Date(), useTimeZone() ?? "UTC");
	const dayText = (day: string | undefined) => (day ? formatCalendarDay(day, locale, today) : "…");
	const period = periodOf(from, to, today, chosenPeriod(), usual);
	return period ? t(`period.${period}`) : `${dayText(from)} – ${dayText(to)}`;
}
