"use client";
import { useLocale, useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useMemo } from "react";
import { type Control, type UseFormReturn, useWatch } from "react-hook-form";
import { useDraftField } from "#components/payments/form/draft-fields.tsx";
import {
	isUsual,
	type NumberOperator,
	operatorFor,
	servedCountries,
	settlePhone,
} from "#components/payments/form/operator-choice.ts";
import type { OperatorChoice, PaymentDraft } from "#components/payments/payment-draft.ts";
import { Field } from "#components/ui/fields/field.tsx";
import { Options } from "#components/ui/fields/options.tsx";
import { TextInput } from "#components/ui/fields/text-input.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { countryName, findCountry } from "#lib/countries.ts";
import { fitsNumber, suggestOperator } from "#lib/operator-options.ts";
import { parsePhone } from "#lib/parse-phone.ts";

interface PhoneFieldProps {
	label: string;
	form: Pick<UseFormReturn<PaymentDraft>, "control" | "setValue" | "clearErrors">;
	choices: readonly OperatorChoice[];
	/** The person chose the operator: a prefix must not change it. */
	isChosenByHand: boolean;
	/** The operator that a known number is usually paid with; null until it is known. */
	usual?: NumberOperator | null;
}

/** This field comes first, because the number selects its country and suggests its operator. */
export function PhoneField({ label, form, choices, isChosenByHand, usual = null }: PhoneFieldProps) {
	const { control, setValue, clearErrors } = form;
	const { field, fault, isTouched } = useDraftField(control, "phone");
	const [country, operator] = useWatch({ control, name: ["country", "operator"] });
	const follow = (phone: string, newCountry: string) => {
		const next = operatorFor({ phone, country: newCountry, operator }, isChosenByHand, choices, usual);
		if (next === operator) return;
		setValue("operator", next);
		if (next !== "") clearErrors("operator");
	};
	const followUsual = useEffectEvent(() => follow(field.value, country));
	useEffect(() => {
		if (usual) followUsual();
	}, [usual]);
	function leave() {
		const settled = settlePhone({ phone: field.value, country });
		if (settled.country !== country) setValue("country", settled.country);
		if (settled.phone !== field.value) field.onChange(settled.phone);
		follow(settled.phone, settled.country);
		// An empty field shows no fault when it is left: the form opens with the focus here, and the fault would move the button under a click.
		if (settled.phone !== "") field.onBlur();
	}
	return (
		<Field label={label} error={fault} hint={<PhoneHint control={control} choices={choices} usual={usual} />}>
			<TextInput
				type="tel"
				inputMode="tel"
				autoComplete="off"
				maxLength={40}
				autoFocus
				name={field.name}
				value={field.value}
				onChange={(event) => {
					field.onChange(event.target.value);
					follow(event.target.value, country);
				}}
				onBlur={leave}
				className="h-11! [&>input]:font-[530] [&>input]:text-md [&>input]:tabular-nums"
				leading={
					<CountrySelect
						country={country}
						choices={choices}
						onChange={(code) => {
							setValue("country", code, { shouldValidate: isTouched });
							follow(field.value, code);
						}}
					/>
				}
			/>
		</Field>
	);
}

interface CountrySelectProps {
	country: string;
	choices: readonly OperatorChoice[];
	onChange: (code: string) => void;
}

/** Shows the calling code of the chosen country; its list of options also shows the names. */
function CountrySelect({ country, choices, onChange }: CountrySelectProps) {
	const t = useTranslations("payments.form");
	const locale = useLocale();
	const named = useMemo(() => {
		const { compare } = new Intl.Collator(locale);
		return servedCountries(choices)
			.map((code) => ({ code, name: countryName(code, locale), callingCode: findCountry(code)?.callingCode ?? "" }))
			.sort((one, other) => compare(one.name, other.name));
	}, [choices, locale]);
	return (
		<span className="relative -ml-1 inline-flex h-8 items-center gap-0.5 rounded-sm px-1 has-[select:focus-visible]:outline-2 has-[select:focus-visible]:outline-accent">
			<span aria-hidden="true" className="num">
				{country ? `+${findCountry(country)?.callingCode ?? ""}` : t("country")}
			</span>
			<Icon name="chevron-down" className="size-3.5" />
			<select
				aria-label={t("country")}
				value={country}
				onChange={(event) => onChange(event.target.value)}
				className="absolute inset-0 w-full cursor-pointer appearance-none opacity-0"
			>
				{country ? null : <option value="">{t("chooseCountry")}</option>}
				<Options of={named.map(({ code, name, callingCode }) => [code, `${name} (+${callingCode})`])} />
			</select>
		</span>
	);
}

interface PhoneHintProps {
	control: Control<PaymentDraft>;
	choices: readonly OperatorChoice[];
	usual: NumberOperator | null;
}

function PhoneHint({ control, choices, usual }: PhoneHintProps) {
	const t = useTranslations("payments.form");
	const locale = useLocale();
	const [phone, country, operator] = useWatch({ control, name: ["phone", "country", "operator"] });
	const parsed = parsePhone(phone, country || null);
	if ("fault" in parsed) return t("phoneHint");
	const name = countryName(parsed.country, locale);
	const chosen = choices.find(({ code }) => code === operator);
	if (chosen && isUsual(usual, parsed.e164, chosen.code))
		return t("usualOperator", { country: name, operator: chosen.name });
	// An operator without prefixes takes numbers of every network, so each number of its country fits.
	if (chosen?.prefixes.length === 0 && chosen.country === parsed.country) return `${name}.`;
	const suggested = suggestOperator(parsed.e164, choices);
	if (!suggested) {
		if (chosen && !fitsNumber(chosen, parsed.e164))
			return <span className="text-warning">{t("fitsNot", { country: name, operator: chosen.name })}</span>;
		return t("looksLikeNobody", { country: name });
	}
	return suggested.code === operator
		? t("looksLike", { country: name, operator: suggested.name })
		: t("notSuggested", { country: name, operator: suggested.name });
}
