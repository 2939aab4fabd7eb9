"use client";
import { useTranslations } from "next-intl";
import { Checkbox } from "#components/ui/fields/checkbox.tsx";
import { Field } from "#components/ui/fields/field.tsx";
import { Select } from "#components/ui/fields/select.tsx";
import { TextInput } from "#components/ui/fields/text-input.tsx";
import type { Operator } from "#lib/contracts/operator.ts";
import { FLOWS } from "#lib/flows.ts";

interface OperatorFieldsProps {
	operator: Operator;
	/** Field → fault, as the route gave them. */
	faults: Readonly<Record<string, string>>;
}

export function OperatorFields({ operator, faults }: OperatorFieldsProps) {
	const t = useTranslations("operators");
	const fault = (field: string) => (faults[field] ? t(`fault.${field}`) : null);
	return (
		<>
			<p className="text-ink-2 text-sm">
				<span className="code">{operator.code}</span> · {operator.currency}
			</p>
			<Field label={t("name")} error={fault("name")}>
				<TextInput name="name" defaultValue={operator.name} maxLength={60} autoComplete="off" />
			</Field>
			<Field label={t("flow")} hint={t("flowHint")}>
				<Select name="flow" defaultValue={operator.flow}>
					{FLOWS.map((flow) => (
						<option key={flow} value={flow}>
							{t(`flows.${flow}`)}
						</option>
					))}
				</Select>
			</Field>
			<Field label={t("dialCode")} optional hint={t("dialCodeHint")} error={fault("dialCode")}>
				<TextInput
					name="dialCode"
					defaultValue={operator.dialCode ?? ""}
					maxLength={40}
					autoComplete="off"
					spellCheck={false}
					className="font-mono"
				/>
			</Field>
			<Field label={t("windowMinutes")} hint={t("windowHint")} error={fault("windowMinutes")}>
				<TextInput
					name="windowMinutes"
					inputMode="numeric"
					defaultValue={String(operator.windowMinutes)}
					maxLength={4}
					autoComplete="off"
				/>
			</Field>
			<Checkbox name="enabled" defaultChecked={operator.enabled} label={t("enabled")} hint={t("enabledHint")} />
		</>
	);
}
