"use client";
import { useTranslations } from "next-intl";
import type { ComponentProps, ReactNode } from "react";
import { Field } from "#components/ui/fields/field.tsx";
import { Options } from "#components/ui/fields/options.tsx";
import { Select } from "#components/ui/fields/select.tsx";
import { TextInput } from "#components/ui/fields/text-input.tsx";
import type { Operator } from "#lib/contracts/operator.ts";
import type { Recipient } from "#lib/contracts/recipient.ts";
import { formatPhone } from "#lib/phone.ts";

export type OperatorName = Pick<Operator, "code" | "name" | "country">;

interface RecipientFieldsProps {
	recipient: Recipient | null;
	operators: readonly OperatorName[];
	faults: Readonly<Record<string, string>>;
	numberFault: ReactNode;
	disabled: boolean;
}

export function RecipientFields({ recipient, operators, faults, numberFault, disabled }: RecipientFieldsProps) {
	const t = useTranslations("recipients");
	const faultOf = (field: string) => {
		const code = faults[field];
		if (!code) return null;
		const key = `faults.${code}`;
		return t.has(key as never) ? t(key as never) : t("faults.invalid");
	};
	const { changedAt = null, earlierNumber = null } = recipient ?? {};
	const text = (
		name: "name" | "number" | "purpose" | "reference" | "groups" | "note",
		value: string | null | undefined,
		{ maxLength, type, ...field }: { maxLength: number; type?: "tel" } & Partial<ComponentProps<typeof Field>>,
	) => (
		<Field label={t(`column.${name}`)} optional={!disabled} error={faultOf(name)} {...field}>
			<TextInput
				name={name}
				type={type}
				inputMode={type}
				defaultValue={value ?? ""}
				maxLength={maxLength}
				autoComplete="off"
				disabled={disabled}
			/>
		</Field>
	);
	return (
		<div className="grid items-start gap-4 sm:grid-cols-2">
			{text("name", recipient?.name, { maxLength: 120, optional: false, className: "sm:col-span-2" })}
			{text("number", recipient && formatPhone(recipient.number), {
				...{ maxLength: 40, type: "tel", optional: false, error: numberFault ?? faultOf("number") },
				hint: changedAt !== null && earlierNumber ? t("earlier", { number: formatPhone(earlierNumber) }) : null,
			})}
			<Field label={t("column.operator")} optional={!disabled} error={faultOf("operator")}>
				<Select name="operator" defaultValue={recipient?.operator ?? ""} disabled={disabled}>
					<option value="">{t("anyOperator")}</option>
					{recipient?.operator && operators.every(({ code }) => code !== recipient.operator) ? (
						<option value={recipient.operator}>{recipient.operatorName}</option>
					) : null}
					<Options of={operators.map(({ code, name, country }) => [code, `${name} (${country})`])} />
				</Select>
			</Field>
			{text("purpose", recipient?.purpose, { maxLength: 140 })}
			{text("reference", recipient?.reference, { maxLength: 60 })}
			{text("groups", recipient?.groups.join(", "), { maxLength: 200, hint: disabled ? null : t("groupsHint") })}
			{text("note", recipient?.note, { maxLength: 280 })}
		</div>
	);
}
