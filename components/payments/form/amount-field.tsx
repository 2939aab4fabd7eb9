"use client";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { type Control, useController, useWatch } from "react-hook-form";
import { useFieldFault } from "#components/payments/form/field-fault.ts";
import type { OperatorChoice, PaymentDraft } from "#components/payments/payment-draft.ts";
import { AmountInput } from "#components/ui/fields/amount-input.tsx";
import { Field } from "#components/ui/fields/field.tsx";

interface AmountFieldProps {
	control: Control<PaymentDraft>;
	choices: readonly OperatorChoice[];
	hint?: ReactNode;
	limitFault?: string | null;
}

/** In the currency of the chosen operator's wallet. */
export function AmountField({ control, choices, hint, limitFault = null }: AmountFieldProps) {
	const t = useTranslations("payments.form");
	const { field, fieldState } = useController({ control, name: "amount" });
	const operator = useWatch({ control, name: "operator" });
	const fault = useFieldFault("amount", fieldState.error?.message);
	return (
		<Field label={t("amount")} error={limitFault ?? fault} hint={hint}>
			<AmountInput
				name={field.name}
				currency={choices.find((choice) => choice.code === operator)?.currency ?? ""}
				value={field.value}
				maxLength={24}
				onValueChange={field.onChange}
				onBlur={field.onBlur}
			/>
		</Field>
	);
}
