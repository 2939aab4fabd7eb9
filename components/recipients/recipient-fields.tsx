"use client";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { OperatorName } from "#components/recipients/operator-name.ts";
import { Field } from "#components/ui/fields/field.tsx";
import { Select } from "#components/ui/fields/select.tsx";
import { TextInput } from "#components/ui/fields/text-input.tsx";
import type { Recipient } from "#lib/contracts/recipient.ts";
import { formatPhone } from "#lib/phone.ts";

interface RecipientFieldsProps {
	recipient: Recipient | null;
	operators: readonly OperatorName[];
	/** By field, from the route. */
	faults: Readonly<Record<string, string>>;
	/** In place of the text of the number's fault. */
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
	const text = (field: "purpose" | "reference" | "note", maxLength: number, className = "") => (
		<Field label={t(`column.${field}`)} optional={!disabled} error={faultOf(field)} className={className}>
			<TextInput
				name={field}
				defaultValue={recipient?.[field] ?? ""}
				maxLength={maxLength}
				autoComplete="off"
				disabled={disabled}
			/>
		</Field>
	);
	return (
		<div className="grid items-start gap-4 sm:grid-cols-2">
			<Field label={t("column.name")} error={faultOf("name")} className="sm:col-span-2">
				<TextInput
					name="name"
					defaultValue={recipient?.name ?? ""}
					maxLength={120}
					autoComplete="off"
					disabled={disabled}
				/>
			</Field>
			<Field
				label={t("column.number")}
				error={numberFault ?? faultOf("number")}
				hint={changedAt !== null && earlierNumber ? t("earlier", { number: formatPhone(earlierNumber) }) : null}
			>
				<TextInput
					name="number"
					type="tel"
					inputMode="tel"
					defaultValue={recipient ? formatPhone(recipient.number) : ""}
					maxLength={40}
					autoComplete="off"
					disabled={disabled}
				/>
			</Field>
			<Field label={t("column.operator")} optional={!disabled} error={faultOf("operator")}>
				<Select name="operator" defaultValue={recipient?.operator ?? ""} disabled={disabled}>
					<option value="">{t("anyOperator")}</option>
					{operators.map(({ code, name, country }) => (
						<option key={code} value={code}>{`${name} (${country})`}</option>
					))}
				</Select>
			</Field>
			{text("purpose", 140)}
			{text("reference", 60)}
			<Field
				label={t("column.groups")}
				optional={!disabled}
				hint={disabled ? null : t("groupsHint")}
				error={faultOf("groups")}
			>
				<TextInput
					name="groups"
					defaultValue={recipient?.groups.join(", ") ?? ""}
					maxLength={200}
					autoComplete="off"
					disabled={disabled}
				/>
			</Field>
			{text("note", 280)}
		</div>
	);
}
