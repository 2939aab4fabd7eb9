import { deskPage } from "#app/(desk)/desk-page.tsx";
import { pageTitle } from "#app/page-title.ts";
import { BatchListView } from "#components/batches/batch-list-view.tsx";
import { readBatchQuery } from "#components/batches/batch-query.ts";
import { batchQueries } from "#lib/queries/batches.ts";
import { may } from "#lib/roles.ts";
import { listBatches } from "#server/batches/list-batches.ts";

export const generateMetadata = pageTitle("batches.title");

export default deskPage("payment.read", (context, params) => {
	const query = readBatchQuery(params);
	return {
		texts: ["batches"],
		reads: [{ ...batchQueries.list(query), read: () => listBatches(context, query) }],
		page: <BatchListView mayStart={may(context.member.role, "payout.request")} />,
	};
});
