"use client";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/fields/field.tsx";
import { TextInput } from "#components/ui/fields/text-input.tsx";
import type { PaymentQuery } from "#lib/contracts/payment.ts";
import type { PaymentKind } from "#lib/payment-state.ts";
import { LONGEST_FILTER } from "#lib/payments/lists.ts";
import { typedText } from "#lib/text/typed-text.ts";

interface TextFormProps {
	kind: PaymentKind;
	query: PaymentQuery;
	onChange: (change: Pick<PaymentQuery, "name" | "purpose">) => void;
}

/** Filters by words of the name, of the purpose, or both. */
export default function TextForm({ kind, query, onChange }: TextFormProps) {
	const t = useTranslations("payments.fact");
	const common = useTranslations("common");
	const [name, setName] = useState(query.name ?? "");
	const [purpose, setPurpose] = useState(query.purpose ?? "");
	const submit = (event: FormEvent) => {
		event.preventDefault();
		onChange({ name: typedText(name) || undefined, purpose: typedText(purpose) || undefined });
	};
	return (
		<form onSubmit={submit} className="grid gap-3">
			<Field label={t("name")}>
				<TextInput value={name} maxLength={LONGEST_FILTER} onChange={(event) => setName(event.target.value)} />
			</Field>
			<Field label={kind === "deposit" ? t("note") : t("purpose")}>
				<TextInput value={purpose} maxLength={LONGEST_FILTER} onChange={(event) => setPurpose(event.target.value)} />
			</Field>
			<Button type="submit" variant="primary">
				{common("apply")}
			</Button>
		</form>
	);
}
