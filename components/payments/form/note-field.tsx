"use client";
import { type Control, useController } from "react-hook-form";
import { useFieldFault } from "#components/payments/form/field-fault.ts";
import type { PaymentDraft } from "#components/payments/payment-draft.ts";
import { Field } from "#components/ui/fields/field.tsx";
import { TextInput } from "#components/ui/fields/text-input.tsx";

interface NoteFieldProps {
	control: Control<PaymentDraft>;
	label: string;
	hint: string;
}

export function NoteField({ control, label, hint }: NoteFieldProps) {
	const { field, fieldState } = useController({ control, name: "note" });
	return (
		<Field label={label} optional error={useFieldFault("note", fieldState.error?.message)} hint={hint}>
			<TextInput
				name={field.name}
				value={field.value}
				onChange={field.onChange}
				onBlur={field.onBlur}
				maxLength={160}
				autoComplete="off"
				className="h-11!"
			/>
		</Field>
	);
}
