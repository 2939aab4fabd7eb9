"use client";
import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { type ComponentProps, useState } from "react";
import { servedCountries, usableOperators } from "#components/payments/form/operator-choice.ts";
import { Field } from "#components/ui/fields/field.tsx";
import { Options } from "#components/ui/fields/options.tsx";
import { Select } from "#components/ui/fields/select.tsx";
import { TextInput } from "#components/ui/fields/text-input.tsx";
import type { RowField } from "#lib/batches/recognise-columns.ts";
import { rowAmount } from "#lib/batches/row-amount.ts";
import { countryOf, currencyOf, operatorsNamed } from "#lib/batches/row-facts.ts";
import type { BatchRow } from "#lib/contracts/batch.ts";
import { countryName } from "#lib/countries.ts";
import { formatAmount } from "#lib/money.ts";
import { operatorLabel } from "#lib/operator-options.ts";
import { formatPhone } from "#lib/phone.ts";
import { operatorQueries } from "#lib/queries/operators.ts";
import { walletQueries } from "#lib/queries/wallets.ts";

interface RowFieldsProps {
	row: BatchRow;
	faultOf: (field: RowField) => string;
}

/** If a typed value is no option of its list, the list offers it as typed. */
export function RowFields({ row, faultOf }: RowFieldsProps) {
	const t = useTranslations("batches");
	const locale = useLocale();
	const wallets = useQuery(walletQueries.list()).data?.items.map(({ currency }) => currency) ?? [];
	const operators = usableOperators(useQuery(operatorQueries.list()).data?.items ?? [], wallets);
	const [chosen, setChosen] = useState<Partial<Record<RowField, string>>>({});
	const setting = { operators, wallets, homeCountry: "" };
	// A list begins with what was typed: what the old number decided is no choice of a person and must not outlive a change of the number.
	const country = chosen.country ?? (countryOf({ country: row.typedCountry }, [], setting) || row.typedCountry);
	const currency = chosen.currency ?? currencyOf(row, setting) ?? row.currency;
	const place = country || row.country;
	const isServed = operators.some((one) => one.country === place);
	const here = isServed ? operators.filter((one) => one.country === place) : operators;
	const named = operatorsNamed(row.typedOperator, { operators: here });
	const operator = chosen.operator ?? (named.length === 1 ? named[0]?.code : undefined) ?? row.typedOperator;
	const amount = currency ? rowAmount(row) : null;
	function chooseCountry(code: string) {
		const isElsewhere = code !== "" && operators.some((one) => one.code === operator && one.country !== code);
		setChosen({ ...chosen, country: code, ...(isElsewhere ? { operator: "" } : {}) });
	}
	const cell = (name: RowField) => ({ name, label: t(`column.${name}`), fault: faultOf(name) });
	return (
		<div className="grid items-start gap-4 sm:grid-cols-2">
			<TextCell {...cell("destination")} type="tel" defaultValue={formatPhone(row.destination)} />
			<TextCell
				{...cell("amount")}
				inputMode="decimal"
				trailing={currency}
				defaultValue={amount === null ? row.amount : formatAmount(amount, currency, locale)}
			/>
			<ListCell
				{...cell("country")}
				options={countryOptions(servedCountries(operators), locale)}
				value={country}
				empty={t("byNumber")}
				typed={row.typedCountry}
				onChoose={chooseCountry}
			/>
			<ListCell
				{...cell("operator")}
				options={here.map((one) => [one.code, isServed ? one.name : operatorLabel(one)])}
				value={operator}
				empty={t("byNumber")}
				typed={row.operatorName}
				onChoose={(code) => setChosen({ ...chosen, operator: code })}
			/>
			<ListCell
				{...cell("currency")}
				options={wallets.map((code) => [code, code])}
				value={currency}
				empty={t("chooseCurrency")}
				typed={row.currency}
				onChoose={(code) => setChosen({ ...chosen, currency: code })}
			/>
			<TextCell {...cell("name")} optional defaultValue={row.name} />
			<TextCell {...cell("purpose")} optional className="sm:col-span-2" defaultValue={row.purpose} />
		</div>
	);
}

type Option = readonly [code: string, label: string];

function countryOptions(codes: readonly string[], locale: string): Option[] {
	const { compare } = new Intl.Collator(locale);
	return codes
		.map((code) => [code, countryName(code, locale)] as const)
		.sort(([, one], [, other]) => compare(one, other));
}

interface CellProps {
	name: RowField;
	label: string;
	fault: string;
}

function TextCell({
	label,
	fault,
	optional,
	className,
	...rest
}: CellProps & ComponentProps<typeof TextInput> & { optional?: boolean }) {
	return (
		<Field label={label} optional={optional} error={fault} className={className}>
			<TextInput autoComplete="off" maxLength={140} {...rest} />
		</Field>
	);
}

interface ListCellProps extends CellProps {
	options: readonly Option[];
	value: string;
	empty: string;
	/** The text of the cell as typed; shown as an option when it is not in the list. */
	typed: string;
	onChoose: (code: string) => void;
}

function ListCell({ name, label, fault, options, value, empty, typed, onChoose }: ListCellProps) {
	const isTyped = value !== "" && options.every(([code]) => code !== value);
	return (
		<Field label={label} error={fault}>
			<Select name={name} value={value} onChange={(event) => onChoose(event.target.value)}>
				<option value="">{empty}</option>
				{isTyped ? <option value={value}>{typed}</option> : null}
				<Options of={options} />
			</Select>
		</Field>
	);
}
