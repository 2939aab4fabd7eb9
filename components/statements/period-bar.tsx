"use client";
import { useTranslations } from "next-intl";
import { ALL_WALLETS, type StatementView, statementViewPath } from "#components/statements/statement-address.ts";
import { buttonClass } from "#components/ui/button-class.ts";
import { DayFilter } from "#components/ui/fields/day-filter.tsx";
import { Segmented } from "#components/ui/fields/segmented.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { showView, ViewLink } from "#components/ui/view-link.tsx";
import { periodDays } from "#lib/movements/periods.ts";
import { shiftedPeriod } from "#lib/movements/shifted-period.ts";

interface PeriodBarProps {
	view: StatementView;
	currencies: readonly string[];
	today: string;
}

/** The wallet and the days of the statement. */
export function PeriodBar({ view, currencies, today }: PeriodBarProps) {
	const t = useTranslations("statements");
	const show = (change: Partial<StatementView>) => showView(statementViewPath({ ...view, ...change }));
	const step = (by: -1 | 1) => statementViewPath({ ...view, ...shiftedPeriod(view, by, today) });
	return (
		<search className="mb-6 flex flex-wrap items-center gap-2">
			{currencies.length > 1 ? (
				<Segmented
					label={t("wallet")}
					className="mr-2 max-sm:w-full"
					value={view.wallet}
					options={[...currencies, ALL_WALLETS].map((value) => ({
						value,
						label: value === ALL_WALLETS ? t("allWallets") : value,
					}))}
					onChange={(wallet) => show({ wallet })}
				/>
			) : null}
			<ViewLink href={step(-1)} aria-label={t("earlier")} className={buttonClass("secondary", "sm")}>
				<Icon name="chevron-left" />
			</ViewLink>
			<DayFilter
				from={view.from}
				to={view.to}
				onChange={({ from, to }) => show(from && to ? { from, to } : periodDays("thisMonth", today))}
			/>
			<ViewLink href={step(1)} aria-label={t("later")} className={buttonClass("secondary", "sm")}>
				<Icon name="chevron-right" />
			</ViewLink>
		</search>
	);
}
