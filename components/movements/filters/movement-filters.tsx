"use client";
import { useLocale, useTranslations } from "next-intl";
import { lazy, Suspense } from "react";
import { TextFilter } from "#components/payments/list/text-filter.tsx";
import { DayFilter } from "#components/ui/fields/day-filter.tsx";
import { FilterFold } from "#components/ui/fields/filter-fold.tsx";
import { FilterMenu } from "#components/ui/fields/filter-menu.tsx";
import { Segmented } from "#components/ui/fields/segmented.tsx";
import { showView, ViewLink } from "#components/ui/view-link.tsx";
import { isFiltered } from "#lib/addresses/view-address.ts";
import { formatAmount } from "#lib/money.ts";
import { type MovementView, movementViewPath } from "#lib/movements/movement-view.ts";
import { isNamedType } from "#lib/movements/movements.ts";

interface MovementFiltersProps {
	view: MovementView;
	currencies: readonly string[];
	types: readonly string[];
}

export function MovementFilters({ view, currencies, types }: MovementFiltersProps) {
	const t = useTranslations("movements");
	const { from, to, type, minAmount, maxAmount, operator, name, purpose } = view.query;
	const showWallet = (currency: string) =>
		showView(movementViewPath(view, { currency, type: undefined, operator: undefined }));
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
			<FilterFold values={[from ?? to, type, minAmount ?? maxAmount, operator, name ?? purpose]}>
				<DayFilter from={from} to={to} onChange={({ from, to }) => showView(movementViewPath(view, { from, to }))} />
				<TypeFilter view={view} types={types} />
				<AmountFilter view={view} />
				<OperatorFilter view={view} />
				<TextFilter name={name} purpose={purpose} onChange={(change) => showView(movementViewPath(view, change))} />
			</FilterFold>
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

// Loaded when the filter is opened.
const TypeChoices = lazy(() => import("#components/movements/filters/type-choices.tsx"));

/** Types in this wallet's mirror, as the service names them. */
function TypeFilter({ view, types }: { view: MovementView; types: readonly string[] }) {
	const t = useTranslations("movements");
	const chosen = view.query.type;
	const labelOf = (type: string) => (isNamedType(type) ? t(`types.${type}`) : type);
	const clear = {
		label: t("removeFilter", { name: t("type") }),
		onClear: () => showView(movementViewPath(view, { type: undefined })),
	};
	return (
		<FilterMenu label={t("type")} {...(chosen ? { value: labelOf(chosen), clear } : {})}>
			{(close) => <TypeChoices view={view} types={types} labelOf={labelOf} onDone={close} />}
		</FilterMenu>
	);
}

const OperatorName = lazy(() => import("#components/movements/filters/operator-name.tsx"));
const OperatorChoices = lazy(() => import("#components/movements/filters/operator-choices.tsx"));

/** The operator of the payments that lines are matched with. */
function OperatorFilter({ view }: { view: MovementView }) {
	const t = useTranslations("payments");
	const removeText = useTranslations("movements");
	const chosen = view.query.operator;
	const shown = (
		<Suspense fallback={chosen}>
			<OperatorName code={chosen ?? ""} />
		</Suspense>
	);
	const clear = {
		label: removeText("removeFilter", { name: t("operatorFilter") }),
		onClear: () => showView(movementViewPath(view, { operator: undefined })),
	};
	return (
		<FilterMenu label={t("operatorFilter")} {...(chosen ? { value: shown, clear } : {})}>
			{(close) => <OperatorChoices view={view} onDone={close} />}
		</FilterMenu>
	);
}

const AmountForm = lazy(() => import("#components/movements/filters/amount-form.tsx"));

/** Filters by the absolute amount, without fee: from, to, or both. */
function AmountFilter({ view }: { view: MovementView }) {
	const t = useTranslations("movements");
	const locale = useLocale();
	const { minAmount, maxAmount } = view.query;
	const amount = (text: string) => formatAmount(text, view.currency, locale);
	const shown = [
		minAmount && !maxAmount ? `≥ ${amount(minAmount)}` : "",
		maxAmount && !minAmount ? `≤ ${amount(maxAmount)}` : "",
		minAmount && maxAmount ? `${amount(minAmount)} – ${amount(maxAmount)}` : "",
	].join("");
	const clear = {
		label: t("removeFilter", { name: t("amount") }),
		onClear: () => showView(movementViewPath(view, { minAmount: undefined, maxAmount: undefined })),
	};
	return (
		<FilterMenu label={t("amount")} {...(shown ? { value: shown, clear } : {})}>
			{(close) => <AmountForm key={`${minAmount} ${maxAmount}`} view={view} onDone={close} />}
		</FilterMenu>
	);
}
