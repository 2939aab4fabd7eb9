"use client";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { type Control, useController, useWatch } from "react-hook-form";
import type { OperatorChoice, PaymentDraft } from "#components/payments/payment-draft.ts";
import type { DraftField } from "#components/payments/request-faults.ts";
import { AmountInput } from "#components/ui/fields/amount-input.tsx";
import { Field } from "#components/ui/fields/field.tsx";
import { Options } from "#components/ui/fields/options.tsx";
import { Select } from "#components/ui/fields/select.tsx";
import { TextInput } from "#components/ui/fields/text-input.tsx";
import { parsePhone } from "#lib/parse-phone.ts";

interface FieldProps {
	control: Control<PaymentDraft>;
	choices: readonly OperatorChoice[];
}

interface DraftFieldsProps extends FieldProps {
	onOperatorChosen: () => void;
	amountHint?: ReactNode;
	limitFault?: string | null;
	note: { label: string; hint: string };
}

export function DraftFields({ control, choices, onOperatorChosen, amountHint, limitFault, note }: DraftFieldsProps) {
	return (
		<>
			<OperatorField control={control} choices={choices} onChosen={onOperatorChosen} />
			<AmountField control={control} choices={choices} hint={amountHint} limitFault={limitFault ?? null} />
			<NoteField control={control} {...note} />
		</>
	);
}

/** A field of the draft with the text of its fault, or null. A fault without a text of its own shows "invalid". */
export function useDraftField(control: Control<PaymentDraft>, name: DraftField) {
	const t = useTranslations("payments.form.fault");
	const { field, fieldState } = useController({ control, name });
	const fault = fieldState.error?.message;
	const key = `${name}.${fault}`;
	return { field, fault: fault ? (t.has(key) ? t(key) : t(`${name}.invalid`)) : null, isTouched: fieldState.isTouched };
}

/** The number suggests an operator, and the person can choose another, because people keep their number when they change operators. */
function OperatorField({ control, choices, onChosen }: FieldProps & { onChosen: () => void }) {
	const t = useTranslations("payments.form");
	const { field, fault } = useDraftField(control, "operator");
	const [phone, country] = useWatch({ control, name: ["phone", "country"] });
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
				<Options of={here.map(({ code, name }) => [code, name])} />
			</Select>
		</Field>
	);
}

interface AmountFieldProps extends FieldProps {
	hint: ReactNode;
	limitFault: string | null;
}

function AmountField({ control, choices, hint, limitFault }: AmountFieldProps) {
	const t = useTranslations("payments.form");
	const { field, fault } = useDraftField(control, "amount");
	const operator = useWatch({ control, name: "operator" });
	return (
		<Field label={t("amount")} error={limitFault ?? fault} hint={hint}>
			<AmountInput
				name={field.name}
				currency={choices.find((choice) => choice.code === operator)?.currency ?? ""}
				value={field.value}
				onValueChange={field.onChange}
				onBlur={field.onBlur}
			/>
		</Field>
	);
}

function NoteField({ control, label, hint }: Pick<FieldProps, "control"> & DraftFieldsProps["note"]) {
	const { field, fault } = useDraftField(control, "note");
	return (
		<Field label={label} optional error={fault} hint={hint}>
			<TextInput {...field} maxLength={160} autoComplete="off" className="h-11!" />
		</Field>
	);
}
