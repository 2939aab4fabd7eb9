"use client";
import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { ApprovalCard } from "#components/payments/approvals/approval-card.tsx";
import { APPROVALS_QUERY } from "#components/payments/approvals/approvals-query.ts";
import { DecisionDialog } from "#components/payments/approvals/decision-dialog.tsx";
import { decisionRights, type Viewer } from "#components/payments/decision-rights.ts";
import { actionsOn, sumsOf } from "#components/payments/marked/list-actions.ts";
import { useMarks } from "#components/payments/use-marks.ts";
import { Checkbox } from "#components/ui/fields/checkbox.tsx";
import { AllTexts, loadOnDemand } from "#components/ui/load-on-demand.tsx";
import { EmptyState } from "#components/ui/page/empty-state.tsx";
import { PageHeader } from "#components/ui/page/page-header.tsx";
import { ReadFault } from "#components/ui/page/read-fault.tsx";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import { moneyText } from "#lib/amounts/money-text.ts";
import type { Decision, PaymentSummary } from "#lib/contracts/payment.ts";
import { batchQueries } from "#lib/queries/batches.ts";
import { paymentQueries } from "#lib/queries/payments.ts";

const MarkedBar = loadOnDemand(() => import("#components/payments/marked/marked-bar.tsx"), AllTexts);

interface ApprovalsViewProps {
	viewer: Viewer;
	batches: ReactNode;
}

export function ApprovalsView({ viewer, batches }: ApprovalsViewProps) {
	const t = useTranslations("approvals");
	const list = useQuery(paymentQueries.list("payout", APPROVALS_QUERY));
	const isReady = useHydrated();
	const [open, setOpen] = useState<{ payment: PaymentSummary; decision: Decision["decision"] } | null>(null);
	const marks = useMarks<PaymentSummary>();
	const approvable = (payment: PaymentSummary) => decisionRights(payment, viewer).approve;
	// While the number of waiting batches is unknown, there may be some.
	const mayHaveBatches = useQuery(batchQueries.waiting()).data?.items.length !== 0;
	const waiting = (list.data?.items ?? []).toSorted((a, b) => Number(approvable(b)) - Number(approvable(a)));
	const markable = waiting.filter((payment) => actionsOn(payment, viewer).includes("approve"));
	return (
		<>
			<PageHeader
				title={t("title")}
				lead={
					list.data && (list.data.total > 0 || !mayHaveBatches) ? (
						<ApprovalsLead waiting={waiting} total={list.data.total} viewer={viewer} />
					) : null
				}
			/>
			<ReadFault query={list} />
			{batches}
			{list.data && waiting.length === 0 && !mayHaveBatches ? (
				<EmptyState title={t("emptyTitle")}>{t("emptyWhy")}</EmptyState>
			) : null}
			{markable.length > 1 ? (
				<Checkbox
					label={t("markAll", { count: markable.length })}
					checked={markable.every(marks.has)}
					disabled={!isReady}
					onChange={(event) => marks.mark(markable, event.target.checked)}
					className="mb-3"
				/>
			) : null}
			<ul data-wide className="grid gap-3 wide:grid-cols-2">
				{waiting.map((payment) => (
					<li key={payment.id} className="grid">
						<ApprovalCard
							payment={payment}
							viewer={viewer}
							mark={
								markable.length > 1 && markable.includes(payment)
									? { isMarked: marks.has(payment), set: (isMarked) => marks.mark([payment], isMarked) }
									: null
							}
							onDecide={(decision) => setOpen({ payment, decision })}
						/>
					</li>
				))}
			</ul>
			{marks.items.length > 0 ? <MarkedBar marks={marks} viewer={viewer} all={null} /> : null}
			{list.data && list.data.total > waiting.length ? (
				<p className="mt-4 text-ink-2 text-sm">{t("more", { count: waiting.length })}</p>
			) : null}
			{open ? <DecisionDialog payment={open.payment} decision={open.decision} onClose={() => setOpen(null)} /> : null}
		</>
	);
}

interface ApprovalsLeadProps {
	waiting: readonly PaymentSummary[];
	total: number;
	viewer: Viewer;
}

function ApprovalsLead({ waiting, total, viewer }: ApprovalsLeadProps) {
	const t = useTranslations("approvals");
	const locale = useLocale();
	const mine = waiting.filter((payment) => payment.maker?.id === viewer.id).length;
	const sums = sumsOf(waiting).map(([currency, sum]) => moneyText(sum, currency, locale));
	const isWhole = waiting.length === total;
	// True if the list begins with payouts that the reader may approve and continues with others: it is then not sorted by age alone.
	const isMixed = new Set(waiting.map((payment) => decisionRights(payment, viewer).approve)).size > 1;
	const parts = [
		t(isMixed ? "leadMixed" : "lead", { count: total }),
		...(sums.length > 0 && isWhole ? [t("total", { amount: sums.join(" + ") })] : []),
		...(mine > 0 ? [t("mine", { count: mine })] : []),
	];
	return <span className="tabular-nums">{parts.join(" · ")}</span>;
}
