"use client";
import { useTranslations } from "next-intl";
import { Field } from "#components/ui/fields/field.tsx";
import { Textarea } from "#components/ui/fields/textarea.tsx";
import { LONGEST_REASON, type reasonFault } from "#lib/reason.ts";

interface ReasonFieldProps {
	label: string;
	hint?: string;
	value: string;
	onChange: (typed: string) => void;
	fault: ReturnType<typeof reasonFault>;
	/** What to say where it is missing, or a word or two only. */
	needed: string;
	rows?: number;
}

/** Why, in a person's own words. More fits than is taken, so that what was pasted is said to be too long and not cut. */
export function ReasonField({ label, hint, value, onChange, fault, needed, rows = 3 }: ReasonFieldProps) {
	const t = useTranslations("common");
	const error = fault === "short" ? needed : fault === "long" ? t("reasonLong", { most: LONGEST_REASON }) : null;
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
