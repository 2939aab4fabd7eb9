import { pageTitle } from "#app/page-title.ts";
import { BatchListView } from "#components/batches/batch-list-view.tsx";
import { readBatchQuery } from "#components/batches/batch-query.ts";
import { ClientMessages } from "#components/shell/client-messages.tsx";
import { Prefetched } from "#components/shell/prefetched.tsx";
import { plainSearchParams, type SearchParams } from "#lib/addresses/search-params.ts";
import { batchQueries } from "#lib/queries/batches.ts";
import { may } from "#lib/roles.ts";
import { listBatches } from "#server/batches/list-batches.ts";
import { pageContext } from "#server/http/page-context.ts";

export const generateMetadata = pageTitle("batches.title");

export default async function BatchesPage({ searchParams }: { searchParams: SearchParams }) {
	const context = await pageContext("payment.read");
	const query = readBatchQuery(plainSearchParams(await searchParams));
	const list = { ...batchQueries.list(query), read: () => listBatches(context, query) };
	return (
		<ClientMessages namespaces={["batches"]}>
			<Prefetched entries={[list]}>
				<BatchListView mayStart={may(context.member.role, "payout.request")} />
			</Prefetched>
		</ClientMessages>
	);
}
