"use client";
/** The days of one month, and their export. Offers only months with days. */
import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { DayTable } from "#components/reconciliation/day-table.tsx";
import {
	type ReconciliationView,
	reconciliationPath,
	shownMonth,
} from "#components/reconciliation/reconciliation-address.ts";
import { cx } from "#components/ui/class-names.ts";
import { ExportMenu } from "#components/ui/export-menu.tsx";
import { Select } from "#components/ui/fields/select.tsx";
import { EmptyState } from "#components/ui/page/empty-state.tsx";
import { ReadFault } from "#components/ui/page/read-fault.tsx";
import { SectionTitle } from "#components/ui/page/section-title.tsx";
import { showView } from "#components/ui/view-link.tsx";
import { formatMonth } from "#lib/dates.ts";
import type { Locale } from "#lib/i18n/choose-locale.ts";
import { MONTH_EXPORT_PATH, reconciliationQueries } from "#lib/queries/reconciliation.ts";

interface MonthDaysProps {
	view: ReconciliationView;
	/** "2026-11", newest first. */
	months: readonly string[];
}

export function MonthDays({ view, months }: MonthDaysProps) {
	const t = useTranslations("reconciliation");
	const locale = useLocale() as Locale;
	const { currency } = view;
	const month = shownMonth(view.month, months);
	const list = useQuery({ ...reconciliationQueries.days(currency, month ?? ""), enabled: month !== null });
	if (month === null) {
		return (
			<section>
				<SectionTitle>{t("days.title")}</SectionTitle>
				<EmptyState title={t("days.empty")}>{t("days.emptyWhy")}</EmptyState>
			</section>
		);
	}
	return (
		<section>
			<div className="mb-2.5 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
				<SectionTitle className="mb-0">{t("days.title")}</SectionTitle>
				<div className="flex flex-wrap items-center gap-2 max-sm:w-full">
					<Select
						aria-label={t("month")}
						value={month}
						onChange={(event) => showView(reconciliationPath({ ...view, month: event.target.value }))}
						className="w-auto! min-w-40 max-sm:flex-1 sm:[&>select]:h-[34px] sm:[&>select]:py-0"
					>
						{months.map((value) => (
							<option key={value} value={value}>
								{formatMonth(new Date(`${value}-15T12:00:00Z`), { locale, timeZone: "UTC" })}
							</option>
						))}
					</Select>
					<ExportMenu path={MONTH_EXPORT_PATH} query={{ currency, month }} />
				</div>
			</div>
			<ReadFault query={list} />
			{list.data ? (
				<div className={cx("transition-opacity", list.isPlaceholderData && "opacity-60")}>
					<DayTable days={list.data.days} currency={currency} />
				</div>
			) : null}
		</section>
	);
}
