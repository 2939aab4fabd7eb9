"use client";
import { useTranslations } from "next-intl";
import { Suspense } from "react";
import type { Days } from "#components/ui/fields/day-form.tsx";
import { FilterMenu } from "#components/ui/fields/filter-menu.tsx";
import { lazyWithRetries } from "#components/ui/load-on-demand.tsx";
import type { Period } from "#lib/movements/periods.ts";

const DayForm = lazyWithRetries(() => import("#components/ui/fields/day-form.tsx"));
const PeriodText = lazyWithRetries(() => import("#components/ui/fields/period-text.tsx"));

interface DayFilterProps extends Days {
	mayClear?: boolean;
	/** The period that the page shows by default: it names days that another period has too. */
	usual?: Period;
	onChange: (days: Days) => void;
}

/** Filters by calendar days in the business's time zone; `from` and `to` are inclusive. */
export function DayFilter({ from, to, mayClear = true, usual, onChange }: DayFilterProps) {
	const t = useTranslations("common");
	const shown = (
		<Suspense fallback="…">
			<PeriodText from={from} to={to} usual={usual} />
		</Suspense>
	);
	const clear = { label: t("clearDays"), onClear: () => onChange({ from: undefined, to: undefined }) };
	return (
		<FilterMenu label={t("days")} {...(from || to ? { value: shown, clear: mayClear ? clear : undefined } : {})}>
			{(close) => (
				<DayForm
					key={`${from} ${to}`}
					from={from}
					to={to}
					usual={usual}
					onChange={(days) => {
						close();
						onChange(days);
					}}
				/>
			)}
		</FilterMenu>
	);
}
