import { pageTitle } from "#app/page-title.ts";
import { ServiceView } from "#components/settings/service/service-view.tsx";
import { ClientMessages } from "#components/shell/client-messages.tsx";
import { Prefetched } from "#components/shell/prefetched.tsx";
import { serviceRecordQueries } from "#lib/queries/service-record.ts";
import { pageContext } from "#server/http/page-context.ts";
import { readServiceRecord } from "#server/settings/read-service-record.ts";

export const generateMetadata = pageTitle("settings.tabs.service", "settings.title");

export default async function ServicePage() {
	const context = await pageContext("settings.read");
	const record = { queryKey: serviceRecordQueries.all, read: () => readServiceRecord(context) };
	return (
		<ClientMessages namespaces={["serviceRecord", "changes"]}>
			<Prefetched entries={[record]}>
				<ServiceView />
			</Prefetched>
		</ClientMessages>
	);
}
