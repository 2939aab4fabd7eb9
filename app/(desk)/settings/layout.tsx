import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { WaitingChanges } from "#components/change-requests/waiting-changes.tsx";
import { SettingsTabs } from "#components/settings/settings-tabs.tsx";
import { ClientMessages } from "#components/shell/client-messages.tsx";
import { Prefetched } from "#components/shell/prefetched.tsx";
import { PageHeader } from "#components/ui/page/page-header.tsx";
import { changeRequestQueries } from "#lib/queries/change-requests.ts";
import { listChangeRequests } from "#server/change-requests/list-change-requests.ts";
import { pageContext } from "#server/http/page-context.ts";

export default async function SettingsLayout({ children }: { children: ReactNode }) {
	const context = await pageContext("settings.read");
	const changes = { queryKey: changeRequestQueries.all, read: () => listChangeRequests(context) };
	const t = await getTranslations("settings");
	return (
		<ClientMessages
			namespaces={["settings", "members", "operators", "roles", "faults", "changes", "secondFactor", "account"]}
		>
			<PageHeader title={t("title")} lead={t("lead")} />
			<SettingsTabs />
			<Prefetched entries={[changes]}>
				<WaitingChanges />
			</Prefetched>
			{children}
		</ClientMessages>
	);
}
