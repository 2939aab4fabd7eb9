"use client";
import { useTranslations } from "next-intl";
import { ChoosePasswordForm } from "#components/access/choose-password-form.tsx";
import { OpenedLink } from "#components/access/opened-link.tsx";
import type { OpenedInvitation } from "#lib/contracts/invitation.ts";
import { acceptInvitation } from "#lib/queries/invitations.ts";

export function InvitationForm() {
	const t = useTranslations("invitation");
	return (
		<OpenedLink<OpenedInvitation> of="invitation" over={t("over")}>
			{({ invitation }, token) => (invitation ? <Acceptance token={token} invitation={invitation} /> : null)}
		</OpenedLink>
	);
}

interface AcceptanceProps {
	token: string;
	invitation: NonNullable<OpenedInvitation["invitation"]>;
}

function Acceptance({ token, invitation: { name, email, role, invitedBy } }: AcceptanceProps) {
	const [t, roles] = [useTranslations("invitation"), useTranslations("roles")];
	return (
		<ChoosePasswordForm
			send={(typed) => acceptInvitation({ token, password: typed("password") })}
			label={t("accept")}
			nameFault={t("nameFault", { inviter: invitedBy })}
			note={role === "viewer" ? null : <p className="text-ink-2 text-xs">{t("waits")}</p>}
		>
			{() => (
				<>
					<input type="email" name="email" autoComplete="username" defaultValue={email} readOnly hidden />
					<p className="wrap-anywhere text-sm">{t("lead", { name, inviter: invitedBy, role: roles(role) })}</p>
					<p className="wrap-anywhere text-ink-2 text-sm">{t("as", { email })}</p>
				</>
			)}
		</ChoosePasswordForm>
	);
}
