import { SkeletonOnNavigation } from "#app/(desk)/skeleton-on-navigation.tsx";
import { pageTitle } from "#app/page-title.ts";
import { BatchApprovals } from "#components/batches/batch-approvals.tsx";
import { APPROVALS_QUERY } from "#components/payments/approvals/approvals-query.ts";
import { ApprovalsSkeleton } from "#components/payments/approvals/approvals-skeleton.tsx";
import { ApprovalsView } from "#components/payments/approvals/approvals-view.tsx";
import { ClientMessages } from "#components/shell/client-messages.tsx";
import { Prefetched } from "#components/shell/prefetched.tsx";
import { batchQueries } from "#lib/queries/batches.ts";
import { paymentQueries } from "#lib/queries/payments.ts";
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
	const payouts = {
		...paymentQueries.list("payout", APPROVALS_QUERY),
		read: () => listPayments(context, { kind: "payout", ...APPROVALS_QUERY }),
	};
	const batches = { ...batchQueries.waiting(), read: () => listBatches(context, { waiting: "1", limit: 200 }) };
	const { id, role } = context.member;
	return (
		<ClientMessages namespaces={["payments", "payouts", "approvals", "states", "batches"]}>
			<Prefetched entries={[payouts, batches]}>
				<ApprovalsView viewer={{ id, role }} batches={<BatchApprovals viewer={{ id, role }} />} />
			</Prefetched>
		</ClientMessages>
	);
}
