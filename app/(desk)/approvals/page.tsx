import { HydrationBoundary } from "@tanstack/react-query";
import { SkeletonOnNavigation } from "#app/(desk)/skeleton-on-navigation.tsx";
import { pageTitle } from "#app/page-title.ts";
import { BatchApprovals } from "#components/batches/batch-approvals.tsx";
import { APPROVALS_QUERY } from "#components/payments/approvals/approvals-query.ts";
import { ApprovalsSkeleton } from "#components/payments/approvals/approvals-skeleton.tsx";
import { ApprovalsView } from "#components/payments/approvals/approvals-view.tsx";
import { ClientMessages } from "#components/shell/client-messages.tsx";
import { batchQueries } from "#lib/queries/batches.ts";
import { paymentQueries } from "#lib/queries/payments.ts";
import { prefetched } from "#lib/queries/prefetch.ts";
import { listBatches } from "#server/batches/list-batches.ts";
import { type Context, pageContext } from "#server/http/page-context.ts";
import { listPayments } from "#server/payments/read/list-payments.ts";

export const generateMetadata = pageTitle("approvals.title");

export default async function ApprovalsPage() {
	const context = await pageContext("payout.decide");
	return (
		<SkeletonOnNavigation skeleton={<ApprovalsSkeleton />}>
			<Approvals context={context} />
		</SkeletonOnNavigation>
	);
}

async function Approvals({ context }: { context: Context }) {
	const { queryKey } = paymentQueries.list("payout", APPROVALS_QUERY);
	const read = () => listPayments(context, { kind: "payout", ...APPROVALS_QUERY });
	const batches = {
		queryKey: batchQueries.waiting().queryKey,
		read: () => listBatches(context, { waiting: "1", limit: 200 }),
	};
	const { id, role } = context.member;
	return (
		<ClientMessages namespaces={["payments", "payouts", "approvals", "states", "batches"]}>
			<HydrationBoundary state={await prefetched([{ queryKey, read }, batches])}>
				<ApprovalsView viewer={{ id, role }} batches={<BatchApprovals viewer={{ id, role }} />} />
			</HydrationBoundary>
		</ClientMessages>
	);
}
