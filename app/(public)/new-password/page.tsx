import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { OwnPassword } from "#components/access/own-password.tsx";
import { ClientMessages } from "#components/shell/client-messages.tsx";
import { SandboxBanner } from "#components/shell/frame.tsx";
import { QueryProvider } from "#components/shell/query-provider.tsx";
import { Logo } from "#components/ui/logo.tsx";
import { temporaryMember } from "#server/http/page-context.ts";
import { systemContext } from "#server/http/runtime.ts";

export async function generateMetadata(): Promise<Metadata> {
	return { title: (await getTranslations("auth"))("ownPassword.title") };
}

export default async function NewPasswordPage() {
	const { email } = await temporaryMember();
	const t = await getTranslations("auth.ownPassword");
	return (
		<ClientMessages namespaces={["auth", "account", "shell"]}>
			{systemContext().config.isSandbox ? <SandboxBanner /> : null}
			<main className="mx-auto grid min-h-[calc(100dvh-29px)] w-full max-w-[25rem] content-center gap-6 px-5 py-10">
				<header className="grid justify-items-center gap-1 text-center">
					<Logo className="mb-2 size-10 text-accent" />
					<h1 className="text-balance font-[620] text-xl tracking-[-0.017em]">{t("title")}</h1>
					<p className="text-balance text-ink-2 text-sm">{t("lead")}</p>
				</header>
				<QueryProvider>
					<OwnPassword email={email} />
				</QueryProvider>
			</main>
		</ClientMessages>
	);
}
