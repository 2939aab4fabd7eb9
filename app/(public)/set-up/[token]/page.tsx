import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { PublicPage } from "#app/public-page.tsx";
import { LinkOver } from "#components/access/link-over.tsx";
import { SetUpForm } from "#components/access/set-up-form.tsx";
import { systemContext } from "#server/http/runtime.ts";
import { isSetUpOpen } from "#server/invitations/is-set-up-open.ts";

export async function generateMetadata(): Promise<Metadata> {
	return { title: (await getTranslations("setUp"))("title") };
}

/** The first admin of a desk without members. Looking at it changes nothing. */
export default async function SetUpPage({ params }: { params: Promise<{ token: string }> }) {
	const { token } = await params;
	const { config, database } = systemContext();
	const t = await getTranslations("setUp");
	const isOpen = await isSetUpOpen(database, token);
	return (
		<PublicPage config={config} lead={t(isOpen ? "lead" : "title")}>
			{isOpen ? <SetUpForm token={token} /> : <LinkOver>{t("over")}</LinkOver>}
		</PublicPage>
	);
}
