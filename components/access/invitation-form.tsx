"use client";
import { useTranslations } from "next-intl";
import type { FormEvent } from "react";
import { NewPasswordField } from "#components/access/new-password-field.tsx";
import { useArrival } from "#components/access/use-arrival.ts";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/page/card.tsx";
import { Notice } from "#components/ui/page/notice.tsx";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import { acceptInvitation } from "#lib/queries/invitations.ts";

interface InvitationFormProps {
	token: string;
	email: string;
	/** A second admin confirms the role once they are there. */
	waits: boolean;
}

/** The one thing that is still asked for: a password of their own. */
export function InvitationForm({ token, email, waits }: InvitationFormProps) {
	const t = useTranslations("invitation");
	const isReady = useHydrated();
	const { arrive, busy, faultOf, fault } = useArrival();
	function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		const password = String(new FormData(event.currentTarget).get("password") ?? "");
		void arrive(() => acceptInvitation({ token, password }));
	}
	return (
		<Card>
			<form method="post" noValidate onSubmit={submit} className="grid gap-4">
				{fault ? (
					<Notice tone="danger" urgent>
						{fault}
					</Notice>
				) : null}
				<input type="email" name="email" autoComplete="username" defaultValue={email} readOnly hidden />
				<p className="wrap-anywhere text-ink-2 text-sm">{t("as", { email })}</p>
				<NewPasswordField error={faultOf("password") ?? faultOf("name") ?? faultOf("email")} />
				{waits ? <p className="text-ink-2 text-xs">{t("waits")}</p> : null}
				<Button type="submit" variant="primary" size="lg" disabled={!isReady} busy={busy}>
					{t("accept")}
				</Button>
			</form>
		</Card>
	);
}
