"use client";
import { useLocale, useTimeZone, useTranslations } from "next-intl";
import { lazy } from "react";
import { cx } from "#components/ui/class-names.ts";
import { FilterMenu } from "#components/ui/filter-menu.tsx";
import { showView, ViewLink } from "#components/ui/view-link.tsx";
import { dayOf, formatCalendarDay } from "#lib/dates.ts";
import type { Locale } from "#lib/i18n/choose-locale.ts";
import { type MovementView, movementViewPath } from "#lib/movement-view.ts";
import { PERIODS, periodDays, periodOf } from "#lib/periods.ts";

// Its fields come when somebody reaches for them.
const OwnDays = lazy(() => import("./own-days.tsx"));

/** Calendar days in the business's time zone, both inclusive: the usual stretches, or one's own. */
export function PeriodFilter({ view }: { view: MovementView }) {
	const t = useTranslations("movements");
	const locale = useLocale() as Locale;
	const today = dayOf(new Date(), useTimeZone() ?? "UTC");
	const { from, to } = view.query;
	const period = periodOf(from, to, today);
	const day = (text: string | undefined) => (text ? formatCalendarDay(text, locale, today) : "…");
	const words = period ? t(period) : `${day(from)} – ${day(to)}`;
	const clear = {
		label: t("removeFilter", { name: t("period") }),
		onClear: () => showView(movementViewPath(view, { from: undefined, to: undefined })),
	};
	return (
		<FilterMenu label={t("period")} {...(from || to ? { value: words, clear } : {})}>
			{(close) => (
				<div className="grid gap-3">
					<ul className="-mx-1.5 -mt-1.5 border-line border-b pb-2">
						{PERIODS.map((name) => (
							<li key={name}>
								<ViewLink
									href={movementViewPath(view, periodDays(name, today))}
									onClick={close}
									aria-current={name === period ? "true" : undefined}
									className={cx(
										"block rounded-[6px] px-2 py-1.5 text-sm hover:bg-neutral-soft",
										name === period && "font-semibold text-accent",
									)}
								>
									{t(name)}
								</ViewLink>
							</li>
						))}
					</ul>
					<OwnDays key={`${from} ${to}`} view={view} onDone={close} />
				</div>
			)}
		</FilterMenu>
	);
}
