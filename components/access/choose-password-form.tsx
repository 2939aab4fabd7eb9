"use client";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { FormEvent, ReactNode } from "react";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/fields/field.tsx";
import { TextInput } from "#components/ui/fields/text-input.tsx";
import { useFaultFocus } from "#components/ui/fields/use-fault-focus.ts";
import { Card } from "#components/ui/page/card.tsx";
import { FaultNotice } from "#components/ui/page/fault-notice.tsx";
import { useErrorText } from "#components/ui/use-error-text.ts";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import { ApiError } from "#lib/api.ts";

interface ChoosePasswordFormProps {
	send: (typed: (name: string) => string) => Promise<unknown>;
	label: string;
	/** Shown before the password field. */
	children: (faultOf: (field: string) => string | null) => ReactNode;
	/** Shown for a fault of the name where the form has no input for it. */
	nameFault?: string;
	note?: ReactNode;
}

/** The form behind an invitation or set-up link, where the person chooses a password. The page must load the texts `faults`. */
export function ChoosePasswordForm({ send, label, children, nameFault, note }: ChoosePasswordFormProps) {
	const t = useTranslations("invitation");
	const isReady = useHydrated();
	const arrive = useMutation({
		mutationFn: (data: FormData) => send((name) => String(data.get(name) ?? "")),
		// The cache would keep the password for five minutes.
		gcTime: 0,
		// Replaces this page, so that the link leaves the browser's history.
		onSuccess: () => location.replace("/"),
	});
	const busy = arrive.isPending || arrive.isSuccess;
	const form = useFaultFocus<HTMLFormElement>(busy);
	const { faultOf, fault } = useFaults(arrive.error, nameFault);
	function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		if (!busy) arrive.mutate(new FormData(event.currentTarget));
	}
	return (
		<Card>
			<form ref={form} method="post" noValidate onSubmit={submit} className="grid gap-4">
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

/** Returns the texts of faults, by field and for the form. */
function useFaults(error: Error | null, nameFault: string | undefined) {
	const t = useTranslations("faults");
	const errorText = useErrorText();
	const faults = error instanceof ApiError ? error.fields : {};
	const faultOf = (field: string): string | null => {
		const fault = faults[field];
		if (!fault) return null;
		return t.has(fault as never) ? t(fault as never) : t("invalid");
	};
	const isTaken = error instanceof ApiError && error.code === "email_taken";
	if (error && (isTaken || Object.keys(faults).length === 0)) return { faultOf, fault: errorText(error) };
	return { faultOf, fault: (faults.name && nameFault) ?? null };
}
