"use client";
import { useTranslations } from "next-intl";
import { ChipSelect } from "#components/ui/fields/chip-select.tsx";

export interface OperatorChoice {
	code: string;
	label: string;
	currency: string;
}

interface OperatorFilterProps {
	value: string | undefined;
	operators: readonly OperatorChoice[];
	onChange: (operator: string | undefined) => void;
}

export function OperatorFilter({ value, operators, onChange }: OperatorFilterProps) {
	const t = useTranslations("payments");
	return (
		<ChipSelect
			label={t("operatorFilter")}
			value={value ?? ""}
			onChange={(operator) => onChange(operator || undefined)}
		>
			<option value="">{t("allOperators")}</option>
			{operators.map(({ code, label }) => (
				<option key={code} value={code}>
					{label}
				</option>
			))}
		</ChipSelect>
	);
}
