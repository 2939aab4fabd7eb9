import { getTranslations } from "next-intl/server";
import { deskPage } from "#app/(desk)/desk-page.tsx";
import { pageTitle } from "#app/page-title.ts";
import { ChangesView } from "#components/change-requests/changes-view.tsx";
import { SettingsTabs } from "#components/settings/settings-tabs.tsx";
import { PageHeader } from "#components/ui/page/page-header.tsx";
import { changeRequestQueries } from "#lib/queries/change-requests.ts";
import { may } from "#lib/roles.ts";
import { listChangeRequests } from "#server/change-requests/list-change-requests.ts";

export const generateMetadata = pageTitle("changes.title");

export default deskPage("change_request.read", async (context) => {
	const [t, settings] = [await getTranslations("changes"), await getTranslations("settings")];
	// For admins this page is a tab of Settings; approvers, who have no Settings, come from Home.
	const isTab = may(context.member.role, "settings.read");
	return {
		texts: ["changes", "roles", "settings"],
		reads: [{ queryKey: changeRequestQueries.all, read: () => listChangeRequests(context) }],
		page: (
			<>
				{isTab ? <PageHeader title={settings("title")} lead={settings("lead")} /> : <PageHeader title={t("title")} />}
				{isTab ? <SettingsTabs /> : null}
				<ChangesView />
			</>
		),
	};
});
