import { useLocale, useTranslations } from "next-intl";
import { USUAL_PERIOD } from "#components/insights/insights-address.ts";
import { buttonClass } from "#components/ui/button-class.ts";
import { cx } from "#components/ui/class-names.ts";
import { chipClass } from "#components/ui/fields/chip.ts";
import { INPUT_CLASS } from "#components/ui/fields/input-class.ts";
import { Icon } from "#components/ui/icon.tsx";
import { insightsPath } from "#lib/addresses/insights-path.ts";
import type { InsightsQuery } from "#lib/contracts/insights.ts";
import { formatPeriod } from "#lib/dates.ts";
import { PERIODS, periodDays, periodOf } from "#lib/movements/periods.ts";
import { shiftedPeriod } from "#lib/movements/shifted-period.ts";

interface PeriodBarProps {
	query: InsightsQuery;
	currencies: readonly string[];
	today: string;
}

/** Uses links, the browser's own popover and a form, so that another period needs no script. */
export function PeriodBar({ query, currencies, today }: PeriodBarProps) {
	const t = useTranslations("insights");
	const steps = useTranslations("statements");
	const common = useTranslations("common");
	const locale = useLocale();
	const chosen = periodOf(query.from, query.to, today, USUAL_PERIOD);
	const step = (by: -1 | 1, label: string) => (
		<a
			href={insightsPath({ ...query, ...shiftedPeriod(query, by, today, USUAL_PERIOD) })}
			aria-label={label}
			className={buttonClass("secondary", "sm")}
		>
			<Icon name={by < 0 ? "chevron-left" : "chevron-right"} />
		</a>
	);
	return (
		<>
			<search className="mb-6 flex flex-wrap items-center gap-2">
				{currencies.length > 1 ? (
					<nav aria-label={t("wallet")} className="segmented mr-2 max-sm:mr-0 max-sm:w-full">
						{currencies.map((currency) => (
							<a
								key={currency}
								href={insightsPath({ ...query, currency })}
								aria-current={currency === query.currency ? "true" : undefined}
							>
								{currency}
							</a>
						))}
					</nav>
				) : null}
				{step(-1, steps("earlier"))}
				<button type="button" popoverTarget="period" className={chipClass(true)}>
					<span className="text-ink-2">{common("days")}</span>
					<span className="truncate font-[550]">
						{chosen ? common(`period.${chosen}`) : formatPeriod(query, locale)}
					</span>
					<Icon name="chevron-down" />
				</button>
				{step(1, steps("later"))}
				<div id="period" popover="auto" className="panel popover-below w-72 max-w-[calc(100vw-2rem)] p-3.5">
					<nav aria-label={common("days")} className="-mx-1.5 -mt-1.5 mb-3 grid border-line border-b pb-2">
						{PERIODS.map((period) => (
							<a
								key={period}
								href={insightsPath({ ...query, ...periodDays(period, today) })}
								aria-current={period === chosen ? "true" : undefined}
								className={cx(
									"rounded-[6px] px-2 py-1.5 text-sm hover:bg-neutral-soft",
									period === chosen && "font-semibold text-accent",
								)}
							>
								{common(`period.${period}`)}
							</a>
						))}
					</nav>
					<form action="/insights" className="grid gap-3">
						<input type="hidden" name="currency" value={query.currency} />
						{(["from", "to"] as const).map((end) => (
							<label key={end} className="grid gap-1 font-medium text-sm">
								{common(`${end}Day`)}
								<input type="date" name={end} required defaultValue={query[end]} className={INPUT_CLASS} />
							</label>
						))}
						<button type="submit" className={buttonClass("primary")}>
							{common("apply")}
						</button>
					</form>
				</div>
			</search>
			<PrintedDays from={query.from} to={query.to} />
		</>
	);
}

/** Prints the period, because its fields are not printed. Always shows the year, because paper may be read in any year. */
function PrintedDays({ from, to }: { from: string; to: string }) {
	const locale = useLocale();
	return (
		<p className="mb-5 hidden font-[550] first-letter:uppercase print:block">{formatPeriod({ from, to }, locale)}</p>
	);
}
