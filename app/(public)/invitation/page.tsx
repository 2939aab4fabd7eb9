import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { PublicPage } from "#app/public-page.tsx";
import { InvitationForm } from "#components/access/invitation-form.tsx";
import { systemContext } from "#server/http/runtime.ts";

export async function generateMetadata(): Promise<Metadata> {
	return { title: (await getTranslations("invitation"))("title") };
}

/** The token follows the link's `#`: only the page's script sends it to the server, so no log contains it. */
export default async function InvitationPage() {
	const t = await getTranslations("invitation");
	return (
		<PublicPage config={systemContext().config} lead={t("title")}>
			<InvitationForm />
		</PublicPage>
	);
}
