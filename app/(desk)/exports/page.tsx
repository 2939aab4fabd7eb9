import { pageTitle } from "#app/page-title.ts";
import { ExportsView } from "#components/background-exports/exports-view.tsx";
import { ClientMessages } from "#components/shell/client-messages.tsx";
import { Prefetched } from "#components/shell/prefetched.tsx";
import { backgroundExportQueries } from "#lib/queries/background-exports.ts";
import { listExports } from "#server/background-exports/list-exports.ts";
import { pageContext } from "#server/http/page-context.ts";

export const generateMetadata = pageTitle("backgroundExports.title");

export default async function ExportsPage() {
	const context = await pageContext("payment.read");
	const entry = { ...backgroundExportQueries.list(), read: () => listExports(context) };
	return (
		<ClientMessages namespaces={["backgroundExports"]}>
			<Prefetched entries={[entry]}>
				<ExportsView />
			</Prefetched>
		</ClientMessages>
	);
}
