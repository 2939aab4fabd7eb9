import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { pageTitle } from "#app/page-title.ts";
import { PublicPage } from "#app/public-page.tsx";
import { PasskeyButton } from "#components/access/passkey-button.tsx";
import { SignInForm } from "#components/access/sign-in-form.tsx";
import { SingleSignOn } from "#components/access/single-sign-on.tsx";
import { ClientMessages } from "#components/shell/client-messages.tsx";
import { Preferences } from "#components/shell/navigation/preferences.tsx";
import { readSingleSignOnFault } from "#lib/members/single-sign-on-fault.ts";
import { localPath } from "#lib/paths.ts";
import { visitorContext } from "#server/http/page-context.ts";
import { pagePreferences } from "#server/http/page-preferences.ts";
import { systemContext } from "#server/http/runtime.ts";
import { offersPasskeySignIn } from "#server/second-factor/sign-in/passkey-sign-in.ts";
import { signInWays } from "#server/single-sign-on/read-sign-in-rules.ts";

export const generateMetadata = pageTitle("auth.title");

export default async function SignInPage({
	searchParams,
}: {
	searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
	const { next, ended, fault, emergency } = await searchParams;
	const path = localPath(typeof next === "string" ? next : null);
	if (await visitorContext()) redirect(path);
	const { config } = systemContext();
	const { theme } = await pagePreferences();
	const ways = { ...(await signInWays(systemContext(), emergency === "1")), next: path, ended: ended === "1" };
	const t = await getTranslations("auth");
	return (
		<PublicPage title={config.businessName} lead={t("lead")}>
			<ClientMessages namespaces={["auth", "shell"]}>
				<SingleSignOn {...ways} fault={readSingleSignOnFault(fault)} />
				{ways.passwords === "hidden" ? null : <SignInForm next={path} ended={ways.ended} />}
				{ways.passwords !== "hidden" && (await offersPasskeySignIn(systemContext()).catch(() => false)) ? (
					<PasskeyButton next={path} />
				) : null}
				<footer className="grid gap-2">
					<Preferences theme={theme} />
				</footer>
			</ClientMessages>
		</PublicPage>
	);
}
