import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { PublicPage } from "#app/public-page.tsx";
import { InvitationForm } from "#components/access/invitation-form.tsx";
import { systemContext } from "#server/http/runtime.ts";

export async function generateMetadata(): Promise<Metadata> {
	return { title: (await getTranslations("invitation"))("title") };
}

/** What the link holds stands behind its `#`: the server learns of it from the page's script alone, and no log does. */
export default async function InvitationPage() {
	const t = await getTranslations("invitation");
	return (
		<PublicPage config={systemContext().config} lead={t("title")}>
			<InvitationForm />
		</PublicPage>
	);
}
