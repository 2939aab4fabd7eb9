"use client";
import { useTranslations } from "next-intl";
import { type Control, useController, useWatch } from "react-hook-form";
import { useFieldFault } from "#components/payments/form/field-fault.ts";
import type { OperatorChoice, PaymentDraft } from "#components/payments/payment-draft.ts";
import { Field } from "#components/ui/fields/field.tsx";
import { Select } from "#components/ui/fields/select.tsx";
import { parsePhone } from "#lib/parse-phone.ts";

interface OperatorFieldProps {
	control: Control<PaymentDraft>;
	choices: readonly OperatorChoice[];
	onChosen: () => void;
}

/** The number suggests an operator; the person can always change it, because numbers are ported. */
export function OperatorField({ control, choices, onChosen }: OperatorFieldProps) {
	const t = useTranslations("payments.form");
	const { field, fieldState } = useController({ control, name: "operator" });
	const [phone, country] = useWatch({ control, name: ["phone", "country"] });
	const fault = useFieldFault("operator", fieldState.error?.message);
	const parsed = parsePhone(phone, country || null);
	const place = "fault" in parsed ? country : parsed.country;
	const here = choices.filter((choice) => choice.country === place);
	return (
		<Field label={t("operator")} error={fault}>
			<Select
				name={field.name}
				value={here.some((choice) => choice.code === field.value) ? field.value : ""}
				onBlur={field.onBlur}
				onChange={(event) => {
					onChosen();
					field.onChange(event.target.value);
				}}
				className="[&>select]:h-11"
			>
				<option value="" disabled>
					{t("chooseOperator")}
				</option>
				{here.map((choice) => (
					<option key={choice.code} value={choice.code}>
						{choice.name}
					</option>
				))}
			</Select>
		</Field>
	);
}
