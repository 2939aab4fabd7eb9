"use client";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/fields/field.tsx";
import { TextInput } from "#components/ui/fields/text-input.tsx";
import { LONGEST_FILTER } from "#lib/payments/lists.ts";
import { typedText } from "#lib/text/typed-text.ts";

export interface Words {
	name: string | undefined;
	purpose: string | undefined;
}

interface TextFormProps extends Words {
	isNote: boolean;
	onChange: (change: Words) => void;
}

export default function TextForm({ isNote, onChange, ...before }: TextFormProps) {
	const t = useTranslations("payments.fact");
	const common = useTranslations("common");
	const [name, setName] = useState(before.name ?? "");
	const [purpose, setPurpose] = useState(before.purpose ?? "");
	const submit = (event: FormEvent) => {
		event.preventDefault();
		onChange({ name: typedText(name) || undefined, purpose: typedText(purpose) || undefined });
	};
	return (
		<form onSubmit={submit} className="grid gap-3">
			<Field label={t("name")}>
				<TextInput value={name} maxLength={LONGEST_FILTER} onChange={(event) => setName(event.target.value)} />
			</Field>
			<Field label={isNote ? t("note") : t("purpose")}>
				<TextInput value={purpose} maxLength={LONGEST_FILTER} onChange={(event) => setPurpose(event.target.value)} />
			</Field>
			<Button type="submit" variant="primary">
				{common("apply")}
			</Button>
		</form>
	);
}
