import { HydrationBoundary } from "@tanstack/react-query";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { ClientMessages } from "#components/shell/client-messages.tsx";
import { Frame } from "#components/shell/frame.tsx";
import { QueryProvider } from "#components/shell/query-provider.tsx";
import { readTheme, THEME_COOKIE } from "#lib/i18n/choose-locale.ts";
import { prefetched } from "#lib/queries/prefetch.ts";
import { statusQueries } from "#lib/queries/status.ts";
import { pageContext } from "#server/http/page-context.ts";
import { readDeskStatus } from "#server/overview/read-desk-status.ts";

export default async function DeskLayout({ children }: { children: ReactNode }) {
	const context = await pageContext();
	const theme = readTheme((await cookies()).get(THEME_COOKIE)?.value);
	const status = { queryKey: statusQueries.now().queryKey, read: () => readDeskStatus(context) };
	const { name, email, role } = context.member;
	return (
		<ClientMessages namespaces={["nav", "shell", "roles"]}>
			<QueryProvider>
				<HydrationBoundary state={await prefetched([status])}>
					<Frame member={{ name, email, role }} theme={theme} sandbox={context.config.isSandbox}>
						{children}
					</Frame>
				</HydrationBoundary>
			</QueryProvider>
		</ClientMessages>
	);
}
