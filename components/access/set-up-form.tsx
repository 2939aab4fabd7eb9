"use client";
import { useTranslations } from "next-intl";
import type { FormEvent } from "react";
import { NewPasswordField } from "#components/access/new-password-field.tsx";
import { useArrival } from "#components/access/use-arrival.ts";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/fields/field.tsx";
import { TextInput } from "#components/ui/fields/text-input.tsx";
import { Card } from "#components/ui/page/card.tsx";
import { Notice } from "#components/ui/page/notice.tsx";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import { setUpDesk } from "#lib/queries/invitations.ts";
import { typedText } from "#lib/typed-text.ts";

/** The first admin: who they are, and their password. */
export function SetUpForm({ token }: { token: string }) {
	const t = useTranslations("setUp");
	const isReady = useHydrated();
	const { arrive, busy, faultOf, fault } = useArrival();
	function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		const data = new FormData(event.currentTarget);
		const text = (name: string) => String(data.get(name) ?? "");
		const typed = { name: typedText(text("name")), email: typedText(text("email")), password: text("password") };
		void arrive(() => setUpDesk({ token, ...typed }));
	}
	return (
		<Card>
			<form method="post" noValidate onSubmit={submit} className="grid gap-4">
				{fault ? (
					<Notice tone="danger" urgent>
						{fault}
					</Notice>
				) : null}
				<Field label={t("name")} error={faultOf("name")}>
					<TextInput name="name" autoComplete="name" maxLength={80} />
				</Field>
				<Field label={t("email")} error={faultOf("email")}>
					<TextInput name="email" type="email" autoComplete="username" maxLength={254} />
				</Field>
				<NewPasswordField error={faultOf("password")} />
				<Button type="submit" variant="primary" size="lg" disabled={!isReady} busy={busy}>
					{t("begin")}
				</Button>
			</form>
		</Card>
	);
}
