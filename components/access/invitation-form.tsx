"use client";
import { useTranslations } from "next-intl";
import { ArrivalForm } from "#components/access/arrival-form.tsx";
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
	return (
		<ArrivalForm
			send={(typed) => acceptInvitation({ token, password: typed("password") })}
			label={t("accept")}
			notAsked={["name", "email"]}
			note={waits ? <p className="text-ink-2 text-xs">{t("waits")}</p> : null}
		>
			{() => (
				<>
					<input type="email" name="email" autoComplete="username" defaultValue={email} readOnly hidden />
					<p className="wrap-anywhere text-ink-2 text-sm">{t("as", { email })}</p>
				</>
			)}
		</ArrivalForm>
	);
}
