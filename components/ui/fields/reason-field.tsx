"use client";
import { useTranslations } from "next-intl";
import { Field } from "#components/ui/fields/field.tsx";
import { Textarea } from "#components/ui/fields/textarea.tsx";
import { LONGEST_REASON, type reasonFault } from "#lib/payments/reason.ts";

interface ReasonFieldProps {
	label: string;
	hint?: string | undefined;
	value: string;
	onChange: (typed: string) => void;
	fault: ReturnType<typeof reasonFault>;
	/** The minimum length in characters. */
	shortest: number;
	rows?: number;
}

/** Accepts more text than allowed, so that a long paste causes an error instead of being cut. */
export function ReasonField({ label, hint, value, onChange, fault, shortest, rows = 3 }: ReasonFieldProps) {
	const t = useTranslations("common");
	const short = fault === "short" ? t("reasonShort", { count: shortest }) : null;
	const error = fault === "long" ? t("reasonLong", { most: LONGEST_REASON }) : short;
	return (
		<Field label={label} hint={hint} error={error}>
			<Textarea
				value={value}
				rows={rows}
				maxLength={2 * LONGEST_REASON}
				onChange={(event) => onChange(event.target.value)}
			/>
		</Field>
	);
}
