"use client";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { makePasskey } from "#components/second-factor/passkey-browser.ts";
import { useFactorErrorText } from "#components/second-factor/use-factor-error-text.ts";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/fields/field.tsx";
import { TextInput } from "#components/ui/fields/text-input.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { FaultNotice } from "#components/ui/page/fault-notice.tsx";
import { addPasskey, askNewPasskey, type Enrolment } from "#lib/queries/second-factor.ts";

const NAME_LENGTH = 60;

export function NewPasskey({ onAdded }: { onAdded: (enrolment: Enrolment) => void }) {
	const t = useTranslations("secondFactor.passkey");
	const errorText = useFactorErrorText();
	const [name, setName] = useState(() => t("defaultName"));
	const [busy, setBusy] = useState(false);
	const [error, setError] = useState<unknown>(null);
	async function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		if (busy) return;
		setBusy(true);
		setError(null);
		try {
			const response = await makePasskey(await askNewPasskey());
			onAdded(await addPasskey({ name: /\S/.test(name) ? name : t("defaultName"), response }));
		} catch (thrown) {
			setError(thrown);
		}
		setBusy(false);
	}
	return (
		<form method="post" onSubmit={(event) => void submit(event)} noValidate className="grid gap-4">
			<p className="text-ink-2 text-sm">{t("why")}</p>
			<Field label={t("name")} hint={t("nameHint")}>
				<TextInput name="name" value={name} maxLength={NAME_LENGTH} onChange={(event) => setName(event.target.value)} />
			</Field>
			<FaultNotice>{error ? errorText(error) : null}</FaultNotice>
			<Button type="submit" variant="primary" size="lg" busy={busy}>
				<Icon name="key-round" />
				{t("add")}
			</Button>
		</form>
	);
}
