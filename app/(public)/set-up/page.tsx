import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { PublicPage } from "#app/public-page.tsx";
import { SetUpForm } from "#components/access/set-up-form.tsx";
import { systemContext } from "#server/http/runtime.ts";

export async function generateMetadata(): Promise<Metadata> {
	return { title: (await getTranslations("setUp"))("title") };
}

/** Creates the first admin of a desk without members. As with an invitation, the token follows the link's `#`. */
export default async function SetUpPage() {
	const t = await getTranslations("setUp");
	return (
		<PublicPage config={systemContext().config} lead={t("title")}>
			<SetUpForm />
		</PublicPage>
	);
}
