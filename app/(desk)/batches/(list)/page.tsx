import { HydrationBoundary } from "@tanstack/react-query";
import { pageTitle } from "#app/page-title.ts";
import { BatchListView } from "#components/batches/batch-list-view.tsx";
import { readBatchQuery } from "#components/batches/batch-query.ts";
import { ClientMessages } from "#components/shell/client-messages.tsx";
import { plainSearchParams, type SearchParams } from "#lib/addresses/search-params.ts";
import { batchQueries } from "#lib/queries/batches.ts";
import { prefetched } from "#lib/queries/prefetch.ts";
import { may } from "#lib/roles.ts";
import { listBatches } from "#server/batches/list-batches.ts";
import { pageContext } from "#server/http/page-context.ts";

export const generateMetadata = pageTitle("batches.title");

export default async function BatchesPage({ searchParams }: { searchParams: SearchParams }) {
	const context = await pageContext("payment.read");
	const query = readBatchQuery(plainSearchParams(await searchParams));
	const { queryKey } = batchQueries.list(query);
	const read = () => listBatches(context, query);
	return (
		<ClientMessages namespaces={["batches"]}>
			<HydrationBoundary state={await prefetched([{ queryKey, read }])}>
				<BatchListView mayStart={may(context.member.role, "payout.request")} />
			</HydrationBoundary>
		</ClientMessages>
	);
}
