"use client";
import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { DayMarks } from "#components/reconciliation/day-marks.tsx";
import {
	type ReconciliationView,
	reconciliationPath,
	shownMonth,
} from "#components/reconciliation/reconciliation-address.ts";
import { cx } from "#components/ui/class-names.ts";
import { DayLink, useMonthText } from "#components/ui/day-text.tsx";
import { Options } from "#components/ui/fields/options.tsx";
import { Select } from "#components/ui/fields/select.tsx";
import { ExportMenu } from "#components/ui/menu/export-menu.tsx";
import { Money } from "#components/ui/money.tsx";
import { EmptyState } from "#components/ui/page/empty-state.tsx";
import { ReadFault } from "#components/ui/page/read-fault.tsx";
import { SectionTitle } from "#components/ui/page/section-title.tsx";
import { DataTable } from "#components/ui/table/data-table.tsx";
import { Time } from "#components/ui/time.tsx";
import { showView } from "#components/ui/view-link.tsx";
import { closingBalanceOf } from "#lib/closing-balance.ts";
import type { ShownDay } from "#lib/contracts/reconciliation.ts";
import { MONTH_EXPORT_PATH, reconciliationQueries } from "#lib/queries/reconciliation.ts";
import { formatCount } from "#lib/text/counts.ts";

interface MonthDaysProps {
	view: ReconciliationView;
	/** "2026-11", newest first. */
	months: readonly string[];
	knownFrom: string | null;
}

export function MonthDays({ view, months, knownFrom }: MonthDaysProps) {
	const t = useTranslations("reconciliation");
	const monthText = useMonthText();
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
						<Options of={months.map((value) => [value, monthText(value)])} />
					</Select>
					<ExportMenu
						path={MONTH_EXPORT_PATH}
						query={{ currency, month }}
						more={[{ format: "lines", text: t("days.exportLines") }]}
					/>
				</div>
			</div>
			<ReadFault query={list} />
			{list.data ? (
				<div className={cx("transition-opacity", list.isPlaceholderData && "opacity-60")}>
					<DayTable days={list.data.days} currency={currency} />
				</div>
			) : null}
			{/* The desk knows the oldest month only from this time on. */}
			{knownFrom && month === months.at(-1) ? (
				<p className="mt-2 text-ink-2 text-xs">
					{t.rich("days.knownFrom", { at: () => <Time at={knownFrom} as="exact" /> })}
				</p>
			) : null}
		</section>
	);
}

function DayTable({ days, currency }: { days: readonly ShownDay[]; currency: string }) {
	const t = useTranslations("reconciliation.days");
	const locale = useLocale();
	const figure = (amount: string | null | undefined) =>
		amount ? <Money amount={amount} currency={currency} withCurrency={false} /> : "–";
	const gapTone = (day: ShownDay, open: string, other: string) =>
		day.status === "gap" && !day.isDecided ? open : other;
	return (
		<DataTable
			caption={t("caption", { currency })}
			className="max-[22rem]:text-xs"
			rows={days}
			keyOf={({ day }) => day}
			columns={[
				{ head: t("day"), of: ({ day }) => <DayLink day={day} currency={currency} className="font-[530] link" /> },
				{ head: t("result"), of: (day) => <DayMarks day={day} /> },
				{
					head: t("lines"),
					numeric: true,
					wide: true,
					headClassName: "max-md:hidden",
					className: "max-md:hidden",
					of: ({ totals }) => formatCount(totals.count, locale),
				},
				{ head: t("in"), numeric: true, wide: true, of: ({ totals }) => figure(totals.in) },
				{ head: t("out"), numeric: true, wide: true, of: ({ totals }) => figure(totals.out) },
				{
					head: t("closing"),
					numeric: true,
					headClassName: "max-sm:whitespace-normal",
					of: (day) => {
						const closing = closingBalanceOf(day);
						return (
							<>
								{figure(closing?.balance)}
								{closing?.onTheWay ? (
									<span className="block whitespace-normal text-ink-2 text-xs">
										{t.rich("onTheWay", { amount: () => figure(closing.onTheWay) })}
									</span>
								) : null}
								{closing?.unmatched ? (
									<span
										className={cx(
											"block whitespace-normal text-xs sm:hidden",
											gapTone(day, "text-danger", "text-ink-2"),
										)}
									>
										{t("gap")} {figure(closing.unmatched)}
									</span>
								) : null}
							</>
						);
					},
				},
				{
					head: t("gap"),
					numeric: true,
					wide: true,
					of: (day) => (
						<span className={gapTone(day, "font-[580] text-danger", "")}>
							{figure(closingBalanceOf(day)?.unmatched)}
						</span>
					),
				},
			]}
		/>
	);
}
