"use client";
import { useTranslations } from "next-intl";
import { TextFilter } from "#components/payments/list/text-filter.tsx";
import { ChipSelect } from "#components/ui/fields/chip-select.tsx";
import { ClearButton } from "#components/ui/fields/clear-button.tsx";
import { DayFilter } from "#components/ui/fields/day-filter.tsx";
import { FilterFold } from "#components/ui/fields/filter-fold.tsx";
import { SearchBox } from "#components/ui/fields/search-box.tsx";
import { isFiltered } from "#lib/addresses/view-address.ts";
import type { PaymentQuery } from "#lib/contracts/payment.ts";
import { PAYMENT_STATES, PAYOUT_ONLY_STATES, type PaymentKind } from "#lib/payment-state.ts";

export interface OperatorOption {
	code: string;
	label: string;
}

interface PaymentFiltersProps {
	kind: PaymentKind;
	query: PaymentQuery;
	currencies: readonly string[];
	operators: readonly OperatorOption[];
	onChange: (change: Partial<PaymentQuery>) => void;
}

const DEPOSIT_STATES = PAYMENT_STATES.filter((state) => !PAYOUT_ONLY_STATES.includes(state));

export function PaymentFilters({ kind, query, currencies, operators, onChange }: PaymentFiltersProps) {
	const t = useTranslations("payments");
	const states = useTranslations(`states.${kind}`);
	const choice = (
		name: "state" | "currency" | "operator",
		all: string,
		options: readonly (readonly [value: string, text: string])[],
	) => (
		<ChipSelect
			label={t(`${name}Filter`)}
			value={query[name] ?? ""}
			onChange={(chosen) => onChange({ [name]: chosen || undefined })}
			all={all}
			options={options}
		/>
	);
	return (
		<search className="mb-4 flex flex-wrap items-center gap-2">
			<FilterFold
				values={[query.state, query.currency, query.operator, query.from ?? query.to, query.name ?? query.purpose]}
			>
				{choice("state", t("allStates"), [
					["open", t("openStates")],
					...(kind === "deposit" ? DEPOSIT_STATES : PAYMENT_STATES).map((state) => [state, states(state)] as const),
				])}
				{currencies.length > 1
					? choice(
							"currency",
							t("allCurrencies"),
							currencies.map((currency) => [currency, currency]),
						)
					: null}
				{choice(
					"operator",
					t("allOperators"),
					operators.map(({ code, label }) => [code, label]),
				)}
				<DayFilter from={query.from} to={query.to} onChange={onChange} />
				<TextFilter isNote={kind === "deposit"} name={query.name} purpose={query.purpose} onChange={onChange} />
			</FilterFold>
			<SearchBox
				label={t(`search.${kind}`)}
				value={query.search}
				maxLength={64}
				onSearch={(search) => onChange({ search })}
				className="basis-32 sm:max-w-72 sm:basis-52"
			/>
			{isFiltered(query) ? (
				<ClearButton onClick={() => onChange(Object.fromEntries(Object.keys(query).map((name) => [name, undefined])))}>
					{t("clearFilters")}
				</ClearButton>
			) : null}
		</search>
	);
}
