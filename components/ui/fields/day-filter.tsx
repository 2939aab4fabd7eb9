"use client";
import { useLocale, useTimeZone, useTranslations } from "next-intl";
import { lazy } from "react";
import type { Days } from "#components/ui/fields/day-form.tsx";
import { FilterMenu } from "#components/ui/fields/filter-menu.tsx";
import { dayOf, formatCalendarDay } from "#lib/dates.ts";
import type { Locale } from "#lib/i18n/choose-locale.ts";
import { periodOf } from "#lib/movements/periods.ts";

// Loaded when the filter is opened.
const DayForm = lazy(() => import("#components/ui/fields/day-form.tsx"));

/** Calendar days in the business's time zone, both inclusive. */
export function DayFilter({ from, to, onChange }: Days & { onChange: (days: Days) => void }) {
	const t = useTranslations("common");
	const locale = useLocale() as Locale;
	const timeZone = useTimeZone() ?? "UTC";
	const today = dayOf(new Date(), timeZone);
	const dayText = (day: string | undefined) => (day ? formatCalendarDay(day, locale, today) : "…");
	const isOn = Boolean(from || to);
	const period = periodOf(from, to, today);
	return (
		<FilterMenu
			label={t("days")}
			value={period ? t(`period.${period}`) : isOn ? `${dayText(from)} – ${dayText(to)}` : undefined}
			{...(isOn
				? { clear: { label: t("clearDays"), onClear: () => onChange({ from: undefined, to: undefined }) } }
				: {})}
		>
			{(close) => (
				<DayForm
					key={`${from} ${to}`}
					from={from}
					to={to}
					onChange={(days) => {
						close();
						onChange(days);
					}}
				/>
			)}
		</FilterMenu>
	);
}
