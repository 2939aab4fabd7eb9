import type { ReactNode } from "react";
import { OwnNotices } from "#components/notices/own-notices.tsx";
import { StepUps } from "#components/second-factor/step-ups.tsx";
import { ClientMessages } from "#components/shell/client-messages.tsx";
import { Frame } from "#components/shell/frame.tsx";
import { Prefetched } from "#components/shell/prefetched.tsx";
import { QueryProvider } from "#components/shell/query-provider.tsx";
import { noticeQueries } from "#lib/queries/notices.ts";
import { statusQueries } from "#lib/queries/status.ts";
import type { Context } from "#server/http/page-context.ts";
import { pagePreferences } from "#server/http/page-preferences.ts";
import { listNotices } from "#server/notices/list-notices.ts";
import { readDeskStatus } from "#server/overview/read-desk-status.ts";

export async function DeskShell({ context, children }: { context: Context; children: ReactNode }) {
	const { theme } = await pagePreferences();
	const status = { ...statusQueries.now(), read: () => readDeskStatus(context) };
	const notices = { ...noticeQueries.unseen(), read: () => listNotices(context) };
	const { id, name, email, role } = context.member;
	return (
		<ClientMessages namespaces={["nav", "shell", "roles", "search.open"]} without={["shell.keys"]}>
			<QueryProvider>
				<Prefetched entries={[status, notices]}>
					<Frame member={{ id, name, email, role }} theme={theme} sandbox={context.config.isSandbox}>
						<OwnNotices />
						{children}
					</Frame>
					<StepUps />
				</Prefetched>
			</QueryProvider>
		</ClientMessages>
	);
}
