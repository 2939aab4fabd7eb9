"use client";
import { useTranslations } from "next-intl";
import { AmountFilter } from "#components/movements/filters/amount-filter.tsx";
import { PeriodFilter } from "#components/movements/filters/period-filter.tsx";
import { TypeFilter } from "#components/movements/filters/type-filter.tsx";
import { Segmented } from "#components/ui/fields/segmented.tsx";
import { showView, ViewLink } from "#components/ui/view-link.tsx";
import { type MovementView, movementViewPath } from "#lib/movement-view.ts";
/** What the rows are held to: wallet, days, type, amount. Each change is another address. */
import { isFiltered } from "#lib/view-address.ts";

interface MovementFiltersProps {
	view: MovementView;
	currencies: readonly string[];
	types: readonly string[];
}

export function MovementFilters({ view, currencies, types }: MovementFiltersProps) {
	const t = useTranslations("movements");
	const showWallet = (currency: string) => showView(movementViewPath(view, { currency, type: undefined }));
	return (
		<search aria-label={t("filters")} className="mb-4 flex flex-wrap items-center gap-2">
			{currencies.length > 1 ? (
				<Segmented
					label={t("wallets")}
					value={view.currency}
					options={currencies.map((value) => ({ value, label: value }))}
					onChange={showWallet}
				/>
			) : null}
			<PeriodFilter view={view} />
			<TypeFilter view={view} types={types} />
			<AmountFilter view={view} />
			{isFiltered(view.query) ? (
				<ViewLink
					href={movementViewPath({ ...view, query: { sort: view.query.sort, limit: view.query.limit } })}
					className="rounded-sm px-1 text-[0.8125rem] text-ink-2 hover:text-ink hover:underline"
				>
					{t("clearAll")}
				</ViewLink>
			) : null}
		</search>
	);
}
