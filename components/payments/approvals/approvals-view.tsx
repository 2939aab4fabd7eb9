"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ApprovalCard } from "#components/payments/approvals/approval-card.tsx";
import { ApprovalsLead } from "#components/payments/approvals/approvals-lead.tsx";
import { APPROVALS_QUERY } from "#components/payments/approvals/approvals-query.ts";
import { DecisionDialog } from "#components/payments/approvals/decision-dialog.tsx";
import type { Viewer } from "#components/payments/decision-rights.ts";
import { EmptyState } from "#components/ui/page/empty-state.tsx";
import { PageHeader } from "#components/ui/page/page-header.tsx";
import { ReadFault } from "#components/ui/page/read-fault.tsx";
import type { Decision, PaymentSummary } from "#lib/contracts/payment.ts";
import { paymentQueries } from "#lib/queries/payments.ts";

/** What waits for a second person, oldest first; each with all that a decision needs. */
export function ApprovalsView({ viewer }: { viewer: Viewer }) {
	const t = useTranslations("approvals");
	const list = useQuery(paymentQueries.list("payout", APPROVALS_QUERY));
	const [open, setOpen] = useState<{ payment: PaymentSummary; decision: Decision["decision"] } | null>(null);
	const waiting = list.data?.items ?? [];
	return (
		<>
			<PageHeader
				title={t("title")}
				lead={list.data ? <ApprovalsLead waiting={waiting} total={list.data.total} viewer={viewer} /> : null}
			/>
			<ReadFault query={list} />
			{list.data && waiting.length === 0 ? <EmptyState title={t("emptyTitle")}>{t("emptyWhy")}</EmptyState> : null}
			<ul data-wide className="grid gap-3 wide:grid-cols-2">
				{waiting.map((payment) => (
					<li key={payment.id}>
						<ApprovalCard payment={payment} viewer={viewer} onDecide={(decision) => setOpen({ payment, decision })} />
					</li>
				))}
			</ul>
			{list.data && list.data.total > waiting.length ? (
				<p className="mt-4 text-ink-2 text-sm">{t("more", { count: waiting.length })}</p>
			) : null}
			{open ? <DecisionDialog payment={open.payment} decision={open.decision} onClose={() => setOpen(null)} /> : null}
		</>
	);
}
