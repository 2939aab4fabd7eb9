import type { ReactNode } from "react";
import { BlockFirstPaint } from "#components/shell/block-first-paint.tsx";
import { SandboxBanner } from "#components/shell/frame.tsx";
import { Logo } from "#components/ui/logo.tsx";
import { systemContext } from "#server/http/runtime.ts";

interface PublicPageProps {
	title: string;
	lead: string;
	children: ReactNode;
}

export function PublicPage({ title, lead, children }: PublicPageProps) {
	return (
		<BlockFirstPaint>
			{systemContext().config.isSandbox ? <SandboxBanner /> : null}
			<main className="mx-auto grid min-h-[calc(100dvh-1.8125rem)] w-full max-w-[25rem] content-center gap-6 px-5 py-10">
				<header className="grid justify-items-center gap-1 text-center">
					<Logo className="mb-2 size-10 text-accent" />
					<h1 className="text-balance font-[620] text-xl tracking-[-0.017em]">{title}</h1>
					<p className="wrap-anywhere text-balance text-ink-2 text-sm">{lead}</p>
				</header>
				{children}
			</main>
		</BlockFirstPaint>
	);
}
