import type { ReactNode } from "react";
import { ClientMessages } from "#components/shell/client-messages.tsx";
import { SandboxBanner } from "#components/shell/frame.tsx";
import { QueryProvider } from "#components/shell/query-provider.tsx";
import { Logo } from "#components/ui/logo.tsx";

interface PublicPageProps {
	config: { businessName: string; isSandbox: boolean };
	lead: string;
	children: ReactNode;
}

export function PublicPage({ config, lead, children }: PublicPageProps) {
	return (
		<ClientMessages namespaces={["auth", "faults", "invitation", "roles", "setUp", "shell"]}>
			{config.isSandbox ? <SandboxBanner /> : null}
			<main className="mx-auto grid min-h-[calc(100dvh-29px)] w-full max-w-[25rem] content-center gap-6 px-5 py-10">
				<header className="grid justify-items-center gap-1 text-center">
					<Logo className="mb-2 size-10 text-accent" />
					<h1 className="font-[620] text-xl tracking-[-0.017em]">{config.businessName}</h1>
					<p className="wrap-anywhere text-balance text-ink-2 text-sm">{lead}</p>
				</header>
				<QueryProvider>{children}</QueryProvider>
			</main>
		</ClientMessages>
	);
}
