"use client";
import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { ChangeOperatorDialog } from "#components/settings/operators/change-operator-dialog.tsx";
import { OperatorTable } from "#components/settings/operators/operator-table.tsx";
import { ChipSelect } from "#components/ui/fields/chip-select.tsx";
import { ClearButton } from "#components/ui/fields/clear-button.tsx";
import { EmptyState } from "#components/ui/page/empty-state.tsx";
import { ReadFault } from "#components/ui/page/read-fault.tsx";
import { showView } from "#components/ui/view-link.tsx";
import { withQuery } from "#lib/api.ts";
import type { Operator } from "#lib/contracts/operator.ts";
import { countryName } from "#lib/countries.ts";
import { operatorQueries } from "#lib/queries/operators.ts";

interface OperatorsViewProps {
	/** Currencies of our wallets: forms never offer operators in others. */
	wallets: readonly string[];
}

export function OperatorsView({ wallets }: OperatorsViewProps) {
	const t = useTranslations("operators");
	const list = useQuery(operatorQueries.list());
	const params = useSearchParams();
	const [open, setOpen] = useState<Operator | null>(null);
	const locale = useLocale();
	const all = (list.data?.items ?? []).toSorted((a, b) =>
		countryName(a.country, locale).localeCompare(countryName(b.country, locale), locale),
	);
	const country = params.get("country") ?? "";
	const currency = params.get("currency") ?? "";
	const shown = all.filter(
		(operator) => (!country || operator.country === country) && (!currency || operator.currency === currency),
	);
	const show = (change: Record<string, string>) =>
		showView(withQuery("/settings/operators", { country, currency, ...change }));
	return (
		<>
			<p className="mb-4 max-w-[64ch] text-ink-2 text-sm">{t("lead")}</p>
			<search className="mb-4 flex flex-wrap items-center gap-2 max-sm:[&>span]:grow max-sm:[&>span]:basis-2/5">
				<CountryFilter operators={all} value={country} onChange={(code) => show({ country: code })} />
				<ChipSelect
					label={t("currency")}
					value={currency}
					onChange={(code) => show({ currency: code })}
					all={t("allCurrencies")}
					options={[...new Set(all.map((operator) => operator.currency))]
						.sort()
						.map((code) => [code, wallets.includes(code) ? t("withWallet", { currency: code }) : code])}
				/>
				{country || currency ? (
					<ClearButton onClick={() => show({ country: "", currency: "" })}>{t("clear")}</ClearButton>
				) : null}
			</search>
			<ReadFault query={list} />
			{shown.length > 0 ? <OperatorTable operators={shown} wallets={wallets} onOpen={setOpen} /> : null}
			{list.data && shown.length === 0 ? <EmptyState title={t("noMatchTitle")}>{t("noMatchWhy")}</EmptyState> : null}
			{open ? <ChangeOperatorDialog operator={open} onClose={() => setOpen(null)} /> : null}
		</>
	);
}

interface CountryFilterProps {
	operators: readonly Operator[];
	value: string;
	onChange: (code: string) => void;
}

function CountryFilter({ operators, value, onChange }: CountryFilterProps) {
	const t = useTranslations("operators");
	const locale = useLocale();
	const countries = [...new Set(operators.map((operator) => operator.country))]
		.map((code) => [code, countryName(code, locale)] as const)
		.sort(([, a], [, b]) => a.localeCompare(b, locale));
	return (
		<ChipSelect label={t("country")} value={value} onChange={onChange} all={t("allCountries")} options={countries} />
	);
}
