"use client";
import { useLocale, useTranslations } from "next-intl";
import { type ReactNode, Suspense } from "react";
import { TextFilter } from "#components/payments/list/text-filter.tsx";
import { DayFilter } from "#components/ui/fields/day-filter.tsx";
import { FilterFold } from "#components/ui/fields/filter-fold.tsx";
import { FilterMenu } from "#components/ui/fields/filter-menu.tsx";
import { Segmented } from "#components/ui/fields/segmented.tsx";
import { AllTexts, lazyWithRetries, loadOnDemand } from "#components/ui/load-on-demand.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { showView, ViewLink } from "#components/ui/view-link.tsx";
import { isFiltered } from "#lib/addresses/view-address.ts";
import { formatAmount } from "#lib/money.ts";
import { type MovementChange, type MovementView, movementViewPath } from "#lib/movements/movement-view.ts";
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

const ChoiceList = lazyWithRetries(() => import("#components/movements/filters/choice-list.tsx"));
const OperatorChoices = loadOnDemand(
	() => import("#components/movements/filters/operator-choices.tsx"),
	AllTexts,
	<Skeleton className="h-32 w-full" />,
);
const OperatorName = lazyWithRetries(async () => ({
	default: (await import("#components/movements/filters/operator-choices.tsx")).OperatorName,
}));
const AmountForm = lazyWithRetries(() => import("#components/movements/filters/amount-form.tsx"));

interface ViewFilterProps {
	view: MovementView;
	label: string;
	/** The text of the active filter; falsy while inactive. */
	shown: ReactNode;
	without: MovementChange;
	children: (close: () => void) => ReactNode;
}

function ViewFilter({ view, label, shown, without, children }: ViewFilterProps) {
	const t = useTranslations("movements");
	const clear = {
		label: t("removeFilter", { name: label }),
		onClear: () => showView(movementViewPath(view, without)),
	};
	return (
		<FilterMenu label={label} {...(shown ? { value: shown, clear } : {})}>
			{children}
		</FilterMenu>
	);
}

function TypeFilter({ view, types }: { view: MovementView; types: readonly string[] }) {
	const t = useTranslations("movements");
	const labelOf = (type: string) => (isNamedType(type) ? t(`types.${type}`) : type);
	const choices = [{ code: undefined, label: t("typeAll") }, ...types.map((code) => ({ code, label: labelOf(code) }))];
	return (
		<ViewFilter view={view} label={t("type")} shown={labelOf(view.query.type ?? "")} without={{ type: undefined }}>
			{(close) => <ChoiceList view={view} field="type" choices={choices} onDone={close} />}
		</ViewFilter>
	);
}

/** Filters by operator, which a line has through its matched payment. */
function OperatorFilter({ view }: { view: MovementView }) {
	const t = useTranslations("payments");
	const chosen = view.query.operator;
	const shown = chosen ? (
		<Suspense fallback={chosen}>
			<OperatorName code={chosen} />
		</Suspense>
	) : null;
	return (
		<ViewFilter view={view} label={t("operatorFilter")} shown={shown} without={{ operator: undefined }}>
			{(close) => <OperatorChoices view={view} onDone={close} />}
		</ViewFilter>
	);
}

/** Filters by the absolute amount, without fee: from, to, or both. */
function AmountFilter({ view }: { view: MovementView }) {
	const t = useTranslations("movements");
	const locale = useLocale();
	const { minAmount, maxAmount } = view.query;
	const [least, most] = [minAmount, maxAmount].map((text) => text && formatAmount(text, view.currency, locale));
	const shown = least && most ? `${least} – ${most}` : least ? `≥ ${least}` : most && `≤ ${most}`;
	const without = { minAmount: undefined, maxAmount: undefined };
	return (
		<ViewFilter view={view} label={t("amount")} shown={shown} without={without}>
			{(close) => <AmountForm key={`${minAmount} ${maxAmount}`} view={view} onDone={close} />}
		</ViewFilter>
	);
}
