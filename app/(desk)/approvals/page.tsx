import { deskPage } from "#app/(desk)/desk-page.tsx";
import { pageTitle } from "#app/page-title.ts";
import { BatchApprovals } from "#components/batches/batch-approvals.tsx";
import { APPROVALS_QUERY } from "#components/payments/approvals/approvals-query.ts";
import { ApprovalsSkeleton } from "#components/payments/approvals/approvals-skeleton.tsx";
import { ApprovalsView } from "#components/payments/approvals/approvals-view.tsx";
import { batchQueries } from "#lib/queries/batches.ts";
import { paymentQueries } from "#lib/queries/payments.ts";
import { listBatches } from "#server/batches/list-batches.ts";
import type { Context } from "#server/http/page-context.ts";
import { listPayments } from "#server/payments/read/list-payments.ts";

export const generateMetadata = pageTitle("approvals.title");

export default deskPage("payout.decide", approvals, <ApprovalsSkeleton />);

function approvals(context: Context) {
	const { id, role } = context.member;
	const payouts = () => listPayments(context, { kind: "payout", ...APPROVALS_QUERY });
	return {
		texts: ["payments", "payouts", "approvals", "states", "batches"] as const,
		reads: [
			{ ...paymentQueries.list("payout", APPROVALS_QUERY), read: payouts },
			{ ...batchQueries.waiting(), read: () => listBatches(context, { waiting: "1", limit: 200 }) },
		],
		page: <ApprovalsView viewer={{ id, role }} batches={<BatchApprovals viewer={{ id, role }} />} />,
	};
}
