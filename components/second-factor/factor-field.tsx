"use client";
import { useTranslations } from "next-intl";
import { Field } from "#components/ui/fields/field.tsx";
import { TextInput } from "#components/ui/fields/text-input.tsx";
import type { StepUpMethod } from "#lib/contracts/second-factor.ts";

interface FactorFieldProps {
	method: Exclude<StepUpMethod, "passkey">;
	value: string;
	onChange: (value: string) => void;
}

const INPUTS = {
	totp: { inputMode: "numeric", autoComplete: "one-time-code", maxLength: 8 },
	recovery_code: { autoComplete: "off", autoCapitalize: "none", spellCheck: false, maxLength: 40 },
	password: { type: "password", autoComplete: "current-password", maxLength: 256 },
} as const;

/** Focuses without scrolling: on a phone the dialog must open at the facts, not at this field below them. */
function focusInPlace(field: HTMLInputElement | null): void {
	field?.focus({ preventScroll: true });
}

export function FactorField({ method, value, onChange }: FactorFieldProps) {
	const t = useTranslations("secondFactor.field");
	return (
		<Field label={t(`${method}.label`)} hint={t(`${method}.hint`)}>
			<TextInput
				{...INPUTS[method]}
				name={method}
				value={value}
				ref={focusInPlace}
				required
				className={method === "password" ? undefined : "num tracking-[0.08em]"}
				onChange={(event) => onChange(event.target.value)}
			/>
		</Field>
	);
}
