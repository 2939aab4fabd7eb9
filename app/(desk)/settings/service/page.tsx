import { deskPage } from "#app/(desk)/desk-page.tsx";
import { pageTitle } from "#app/page-title.ts";
import { ServiceView } from "#components/settings/service/service-view.tsx";
import { serviceRecordQueries } from "#lib/queries/service-record.ts";
import { readServiceRecord } from "#server/settings/read-service-record.ts";

export const generateMetadata = pageTitle("settings.tabs.service", "settings.title");

export default deskPage("settings.read", (context) => ({
	texts: ["serviceRecord", "changes"],
	reads: [{ queryKey: serviceRecordQueries.all, read: () => readServiceRecord(context) }],
	page: <ServiceView />,
}));
