"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { ChoosePasswordForm } from "#components/access/choose-password-form.tsx";
import { OpenedLink } from "#components/access/opened-link.tsx";
import { useLinkToken } from "#components/access/use-link-token.ts";
import type { OpenedInvitation } from "#lib/contracts/invitation.ts";
import { acceptInvitation, invitationQueries } from "#lib/queries/invitations.ts";

export function InvitationForm() {
	const t = useTranslations("invitation");
	const token = useLinkToken();
	const opened = useQuery(invitationQueries.opening(token));
	return (
		<OpenedLink opened={opened} over={t("over")}>
			{({ invitation }) => (invitation ? <Acceptance token={token ?? ""} invitation={invitation} /> : null)}
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
			notAsked={["name", "email"]}
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
