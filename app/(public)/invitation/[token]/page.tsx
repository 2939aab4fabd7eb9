import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { PublicPage } from "#app/public-page.tsx";
import { InvitationForm } from "#components/access/invitation-form.tsx";
import { LinkOver } from "#components/access/link-over.tsx";
import { systemContext } from "#server/http/runtime.ts";
import { findInvitation } from "#server/invitations/find-invitation.ts";

export async function generateMetadata(): Promise<Metadata> {
	return { title: (await getTranslations("invitation"))("title") };
}

/** Looked at, by a person or by a mail program, it changes nothing. */
export default async function InvitationPage({ params }: { params: Promise<{ token: string }> }) {
	const { token } = await params;
	const { config, database } = systemContext();
	const found = await findInvitation(database, token);
	const [t, roles] = [await getTranslations("invitation"), await getTranslations("roles")];
	const lead = found && { name: found.name, inviter: found.inviter_name, role: roles(found.role) };
	return (
		<PublicPage config={config} lead={lead ? t("lead", lead) : t("title")}>
			{found ? (
				<InvitationForm token={token} email={found.email} waits={found.role !== "viewer"} />
			) : (
				<LinkOver>{t("over")}</LinkOver>
			)}
		</PublicPage>
	);
}
