"use client";
import { useLocale, useTimeZone, useTranslations } from "next-intl";
import { lazy } from "react";
import { FilterMenu } from "#components/ui/fields/filter-menu.tsx";
import { showView } from "#components/ui/view-link.tsx";
import { dayOf, formatCalendarDay } from "#lib/dates.ts";
import type { Locale } from "#lib/i18n/choose-locale.ts";
import { type MovementView, movementViewPath } from "#lib/movement-view.ts";
import { periodOf } from "#lib/periods.ts";

// They come when somebody reaches for them.
const PeriodChoices = lazy(() => import("#components/movements/filters/period-choices.tsx"));

/** Calendar days in the business's time zone, both inclusive: the usual stretches, or one's own. */
export function PeriodFilter({ view }: { view: MovementView }) {
	const t = useTranslations("movements");
	const locale = useLocale() as Locale;
	const today = dayOf(new Date(), useTimeZone() ?? "UTC");
	const { from, to } = view.query;
	const period = periodOf(from, to, today);
	const day = (text: string | undefined) => (text ? formatCalendarDay(text, locale, today) : "…");
	const shown = period ? t(period) : `${day(from)} – ${day(to)}`;
	const clear = {
		label: t("removeFilter", { name: t("period") }),
		onClear: () => showView(movementViewPath(view, { from: undefined, to: undefined })),
	};
	return (
		<FilterMenu label={t("period")} {...(from || to ? { value: shown, clear } : {})}>
			{(close) => <PeriodChoices view={view} onDone={close} />}
		</FilterMenu>
	);
}
