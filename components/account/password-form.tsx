"use client";
import { useTranslations } from "next-intl";
import { type FormEvent, useRef } from "react";
import { Field } from "#components/ui/fields/field.tsx";
import { TextInput } from "#components/ui/fields/text-input.tsx";
import { FormEnd } from "#components/ui/page/form-end.tsx";
import { TitledCard } from "#components/ui/page/titled-card.tsx";
import { toast } from "#components/ui/toast.tsx";
import { useErrorText } from "#components/ui/use-error-text.ts";
import { useRefetchingMutation } from "#components/ui/use-refetching-mutation.ts";
import { ApiError } from "#lib/api.ts";
import { changeOwnPassword } from "#lib/queries/account.ts";

/** Empties both password inputs after the change. `email`: for password managers; `next`: the page to open afterwards. */
export function PasswordForm({ email, next }: { email: string; next?: string }) {
	const t = useTranslations("account.password");
	const errorText = useErrorText();
	const form = useRef<HTMLFormElement>(null);
	const change = useRefetchingMutation({
		mutationFn: changeOwnPassword,
		// The cache would keep both passwords for five minutes after the form is closed.
		gcTime: 0,
		onSuccess: () => {
			form.current?.reset();
			// Forces a full page load, because the server now lets the member open every page.
			if (next) return location.assign(next);
			change.reset();
			toast(t("changed"));
		},
	});
	function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		const data = new FormData(event.currentTarget);
		const [current, password] = [String(data.get("current") ?? ""), String(data.get("password") ?? "")];
		if (!change.isPending) change.mutate({ current, password });
	}
	const faults: Record<string, string> = change.error instanceof ApiError ? change.error.fields : {};
	return (
		<TitledCard title={t("title")} hint={t("hint")} className="mb-8 max-w-[26rem]">
			<form ref={form} method="post" onSubmit={submit} noValidate className="grid gap-4">
				<input type="email" name="email" autoComplete="username" defaultValue={email} readOnly hidden />
				<Field label={t("current")} error={faults.current ? faultText(t, "current", faults.current) : null}>
					<TextInput name="current" type="password" autoComplete="current-password" maxLength={256} />
				</Field>
				<Field
					label={t("new")}
					hint={t("newHint")}
					error={faults.password ? faultText(t, "new", faults.password) : null}
				>
					<TextInput name="password" type="password" autoComplete="new-password" maxLength={256} />
				</Field>
				<FormEnd
					fault={change.isError && Object.keys(faults).length === 0 ? errorText(change.error) : null}
					action={t("change")}
					busy={change.isPending}
				/>
			</form>
		</TitledCard>
	);
}

type Translate = ReturnType<typeof useTranslations<"account.password">>;

function faultText(t: Translate, field: "current" | "new", fault: string): string {
	const key = `fault.${field}.${fault}`;
	return t.has(key as never) ? t(key as never) : t("fault.other");
}
