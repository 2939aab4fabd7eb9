import { getTranslations } from "next-intl/server";
import { pageTitle } from "#app/page-title.ts";
import { ChangesView } from "#components/change-requests/changes-view.tsx";
import { SettingsTabs } from "#components/settings/settings-tabs.tsx";
import { ClientMessages } from "#components/shell/client-messages.tsx";
import { Prefetched } from "#components/shell/prefetched.tsx";
import { PageHeader } from "#components/ui/page/page-header.tsx";
import { changeRequestQueries } from "#lib/queries/change-requests.ts";
import { may } from "#lib/roles.ts";
import { listChangeRequests } from "#server/change-requests/list-change-requests.ts";
import { pageContext } from "#server/http/page-context.ts";

export const generateMetadata = pageTitle("changes.title");

export default async function ChangeRequestsPage() {
	const context = await pageContext("change_request.read");
	const [t, settings] = [await getTranslations("changes"), await getTranslations("settings")];
	const list = { queryKey: changeRequestQueries.all, read: () => listChangeRequests(context) };
	// For admins this page is a tab of Settings; approvers, who have no Settings, come from Home.
	const isTab = may(context.member.role, "settings.read");
	return (
		<ClientMessages namespaces={["changes", "roles", "settings"]}>
			{isTab ? <PageHeader title={settings("title")} lead={settings("lead")} /> : <PageHeader title={t("title")} />}
			{isTab ? <SettingsTabs /> : null}
			<Prefetched entries={[list]}>
				<ChangesView />
			</Prefetched>
		</ClientMessages>
	);
}
