"use client";
import { useTranslations } from "next-intl";
import { type FormEvent, type ReactNode, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/fields/field.tsx";
import { TextInput } from "#components/ui/fields/text-input.tsx";
import { Card } from "#components/ui/page/card.tsx";
import { FaultNotice } from "#components/ui/page/fault-notice.tsx";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import { ApiError } from "#lib/api.ts";

interface ChoosePasswordFormProps {
	send: (typed: (name: string) => string) => Promise<unknown>;
	label: string;
	/** Shown before the password field. */
	children: (faultOf: (field: string) => string | null) => ReactNode;
	/** Fields that have no input here: their faults are shown above the other fields. */
	notAsked?: readonly string[];
	note?: ReactNode;
}

/** The form behind an invitation or set-up link, where the person chooses a password. */
export function ChoosePasswordForm({ send, label, children, notAsked = [], note }: ChoosePasswordFormProps) {
	const t = useTranslations("invitation");
	const isReady = useHydrated();
	const { arrive, busy, faultOf, fault } = useArrival(notAsked);
	function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		const data = new FormData(event.currentTarget);
		void arrive(() => send((name) => String(data.get(name) ?? "")));
	}
	return (
		<Card>
			<form method="post" noValidate onSubmit={submit} className="grid gap-4">
				<FaultNotice>{fault}</FaultNotice>
				{children(faultOf)}
				<Field label={t("password")} hint={t("passwordHint")} error={faultOf("password")}>
					<TextInput name="password" type="password" autoComplete="new-password" maxLength={256} />
				</Field>
				{note}
				<Button type="submit" variant="primary" size="lg" disabled={!isReady} busy={busy}>
					{label}
				</Button>
			</form>
		</Card>
	);
}

/** Returns a function that sends the form, and the texts of faults, by field and for the form. The page must load the texts `faults`. */
function useArrival(notAsked: readonly string[]) {
	const t = useTranslations("faults");
	const errors = useTranslations("errors");
	const [busy, setBusy] = useState(false);
	const [error, setError] = useState<ApiError | null>(null);
	const arrive = async (send: () => Promise<unknown>) => {
		if (busy) return;
		setBusy(true);
		setError(null);
		try {
			await send();
			// Replaces this page, so that the link leaves the browser's history.
			location.replace("/");
		} catch (thrown) {
			setBusy(false);
			setError(thrown instanceof ApiError ? thrown : new ApiError("internal", 0));
		}
	};
	const faultOf = (field: string): string | null => {
		const fault = error?.fields[field];
		if (!fault) return null;
		return t.has(fault as never) ? t(fault as never) : t("invalid");
	};
	const elsewhere = notAsked.map(faultOf).find((each) => each !== null);
	const isAtField = error?.code !== "email_taken" && Object.keys(error?.fields ?? {}).length > 0;
	return { arrive, busy, faultOf, fault: error && !isAtField ? errors(error.code) : (elsewhere ?? null) };
}
