import { useTranslations } from "next-intl";
import { buttonClass } from "#components/ui/button-class.ts";
import { chipClass } from "#components/ui/fields/chip.ts";
import { INPUT_CLASS } from "#components/ui/fields/input-class.ts";
import { PrintedDays } from "#components/ui/fields/printed-days.tsx";
import { insightsPath } from "#lib/addresses/insights-path.ts";
import type { InsightsQuery } from "#lib/contracts/insights.ts";
import { PERIODS, periodDays, periodOf } from "#lib/movements/periods.ts";

interface PeriodBarProps {
	query: InsightsQuery;
	currencies: readonly string[];
	today: string;
}

/** Links and a form of the browser's own: the page needs no script to show another period. */
export function PeriodBar({ query, currencies, today }: PeriodBarProps) {
	const t = useTranslations("insights");
	const common = useTranslations("common");
	const chosen = periodOf(query.from, query.to, today);
	return (
		<>
			<search className="mb-4 flex flex-wrap items-end gap-x-4 gap-y-2.5">
				{currencies.length > 1 ? (
					<nav aria-label={t("wallet")} className="flex flex-wrap gap-1.5">
						{currencies.map((currency) => (
							<a
								key={currency}
								href={insightsPath({ ...query, currency })}
								aria-current={currency === query.currency ? "true" : undefined}
								className={chipClass(currency === query.currency)}
							>
								{currency}
							</a>
						))}
					</nav>
				) : null}
				<nav aria-label={common("days")} className="flex flex-wrap gap-1.5">
					{PERIODS.map((period) => (
						<a
							key={period}
							href={insightsPath({ ...query, ...periodDays(period, today) })}
							aria-current={period === chosen ? "true" : undefined}
							className={chipClass(period === chosen)}
						>
							{common(`period.${period}`)}
						</a>
					))}
				</nav>
				<form action="/insights" className="flex flex-wrap items-end gap-2">
					<input type="hidden" name="currency" value={query.currency} />
					{(["from", "to"] as const).map((end) => (
						<label key={end} className="grid gap-[3px] text-ink-2 text-xs">
							{common(`${end}Day`)}
							<input
								type="date"
								name={end}
								required
								defaultValue={query[end]}
								className={`${INPUT_CLASS} h-chip! w-auto! px-2!`}
							/>
						</label>
					))}
					<button type="submit" className={buttonClass("secondary", "sm", "h-chip!")}>
						{common("apply")}
					</button>
				</form>
			</search>
			<PrintedDays from={query.from} to={query.to} />
		</>
	);
}
