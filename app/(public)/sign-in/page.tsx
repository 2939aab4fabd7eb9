import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { PasskeyButton } from "#components/access/passkey-button.tsx";
import { SignInForm } from "#components/access/sign-in-form.tsx";
import { SingleSignOn } from "#components/access/single-sign-on.tsx";
import { ClientMessages } from "#components/shell/client-messages.tsx";
import { SandboxBanner } from "#components/shell/frame.tsx";
import { Preferences } from "#components/shell/navigation/preferences.tsx";
import { Logo } from "#components/ui/logo.tsx";
import { readSingleSignOnFault } from "#lib/members/single-sign-on-fault.ts";
import { localPath } from "#lib/paths.ts";
import { visitorContext } from "#server/http/page-context.ts";
import { pagePreferences } from "#server/http/page-preferences.ts";
import { systemContext } from "#server/http/runtime.ts";
import { offersPasskeySignIn } from "#server/second-factor/sign-in/passkey-sign-in.ts";
import { signInWays } from "#server/single-sign-on/sign-in-ways.ts";

export async function generateMetadata(): Promise<Metadata> {
	return { title: (await getTranslations("auth"))("title") };
}

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
	const t = await getTranslations();
	return (
		<ClientMessages namespaces={["auth", "shell"]}>
			{config.isSandbox ? <SandboxBanner /> : null}
			<main className="mx-auto grid min-h-[calc(100dvh-29px)] w-full max-w-[25rem] content-center gap-6 px-5 py-10">
				<header className="grid justify-items-center gap-1 text-center">
					<Logo className="mb-2 size-10 text-accent" />
					<h1 className="font-[620] text-xl tracking-[-0.017em]">{config.businessName}</h1>
					<p className="text-balance text-ink-2 text-sm">{t("auth.lead")}</p>
				</header>
				<SingleSignOn {...ways} fault={readSingleSignOnFault(fault)} />
				{ways.passwords === "hidden" ? null : <SignInForm next={path} ended={ways.ended} />}
				{ways.passwords !== "hidden" && (await offersPasskeySignIn(systemContext())) ? (
					<PasskeyButton next={path} />
				) : null}
				<footer className="grid gap-2">
					<Preferences theme={theme} />
				</footer>
			</main>
		</ClientMessages>
	);
}
