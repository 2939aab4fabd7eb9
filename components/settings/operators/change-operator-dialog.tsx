"use client";
import { useLocale, useTranslations } from "next-intl";
import { useSettingChange } from "#components/change-requests/use-setting-change.ts";
import { FormDialog } from "#components/ui/dialog/form-dialog.tsx";
import { Checkbox } from "#components/ui/fields/checkbox.tsx";
import { Field } from "#components/ui/fields/field.tsx";
import { Options } from "#components/ui/fields/options.tsx";
import { Select } from "#components/ui/fields/select.tsx";
import { TextInput } from "#components/ui/fields/text-input.tsx";
import type { Operator, OperatorChange } from "#lib/contracts/operator.ts";
import { countryName } from "#lib/countries.ts";
import { FLOWS } from "#lib/payments/flows.ts";
import { changeOperator } from "#lib/queries/operators.ts";
import { typedText } from "#lib/text/typed-text.ts";

/** Code and currency cannot be edited: the service defines them. */
export function ChangeOperatorDialog({ operator, onClose }: { operator: Operator; onClose: () => void }) {
	const t = useTranslations("operators");
	const common = useTranslations("common");
	const locale = useLocale();
	const change = useSettingChange((changes: OperatorChange) => changeOperator(operator.code, changes), {
		saved: t("changed", { name: operator.name }),
		onDone: onClose,
		fields: ["name", "dialCode", "windowMinutes"],
	});
	function submit(form: FormData) {
		const changes = changesOf(operator, form);
		if (Object.keys(changes).length === 0) onClose();
		else change.mutate(changes);
	}
	return (
		<FormDialog
			title={`${operator.name} · ${countryName(operator.country, locale)}`}
			action={common("save")}
			mutation={change}
			isErrorInside={change.fault === null}
			onSubmit={submit}
			onClose={onClose}
		>
			<OperatorFields operator={operator} faults={change.faults} />
		</FormDialog>
	);
}

interface OperatorFieldsProps {
	operator: Operator;
	faults: Readonly<Record<string, string>>;
}

function OperatorFields({ operator, faults }: OperatorFieldsProps) {
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
					<Options of={FLOWS.map((flow) => [flow, t(`flows.${flow}`)])} />
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

export function changesOf(operator: Operator, data: FormData): OperatorChange {
	const text = (name: string) => typedText(String(data.get(name) ?? ""));
	const filled: Required<OperatorChange> = {
		name: text("name"),
		flow: FLOWS.find((flow) => flow === text("flow")) ?? operator.flow,
		dialCode: text("dialCode") || null,
		windowMinutes: /^\d{1,5}$/.test(text("windowMinutes")) ? Number(text("windowMinutes")) : 0,
		enabled: data.get("enabled") !== null,
	};
	const changed = Object.entries(filled).filter(([field, value]) => operator[field as keyof OperatorChange] !== value);
	return Object.fromEntries(changed);
}
