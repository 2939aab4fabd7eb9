"use client";
import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ExceptionList } from "#components/reconciliation/exception-list.tsx";
import { FeeRule } from "#components/reconciliation/fee-rule.tsx";
import type { Asked } from "#components/reconciliation/line-decision-dialog.tsx";
import { MonthDays } from "#components/reconciliation/month-days.tsx";
import { ProofAnswer } from "#components/reconciliation/proof-answer.tsx";
import { readReconciliationView, reconciliationPath } from "#components/reconciliation/reconciliation-address.ts";
import { DecisionText, LineText, PaymentText } from "#components/reconciliation/subject-text.tsx";
import { Button } from "#components/ui/button.tsx";
import { Segmented } from "#components/ui/fields/segmented.tsx";
import { loadOnDemand } from "#components/ui/load-on-demand.tsx";
import { Notice } from "#components/ui/page/notice.tsx";
import { ReadFault } from "#components/ui/page/read-fault.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { TableSkeleton } from "#components/ui/table/table-skeleton.tsx";
import { Time } from "#components/ui/time.tsx";
import { showView } from "#components/ui/view-link.tsx";
import type { Decided, Reconciliation } from "#lib/contracts/reconciliation.ts";
import { reconciliationQueries } from "#lib/queries/reconciliation.ts";

interface ReconciliationViewProps {
	currencies: readonly string[];
	viewerId: string;
	mayDecide: boolean;
	mayManage: boolean;
}

export function ReconciliationView({ currencies, viewerId, mayDecide, mayManage }: ReconciliationViewProps) {
	const t = useTranslations("reconciliation");
	const view = readReconciliationView(useSearchParams(), currencies);
	const { currency } = view;
	const wallet = useQuery(reconciliationQueries.wallet(currency));
	const [asked, setAsked] = useState<Asked | null>(null);
	const onAsk = mayDecide ? setAsked : null;
	return (
		<>
			{currencies.length > 1 ? (
				<Segmented
					label={t("wallet")}
					className="mb-5 w-fit"
					value={currency}
					options={currencies.map((value) => ({ value, label: value }))}
					onChange={(value) => showView(reconciliationPath({ currency: value }))}
				/>
			) : null}
			<ReadFault query={wallet} />
			{wallet.data ? (
				<>
					<ReconciliationNotices data={wallet.data} />
					<ProofAnswer currency={currency} current={wallet.data.current} open={wallet.data.open} />
					<FeeRule data={wallet.data} mayManage={mayManage} />
					<div data-wide className="wide:grid wide:grid-cols-2 wide:items-start wide:gap-12">
						<div>
							<ExceptionList view={view} data={wallet.data} viewerId={viewerId} onAsk={onAsk} />
							<DecidedList decided={wallet.data.decided} currency={currency} onAsk={onAsk} />
						</div>
						<MonthDays view={view} months={wallet.data.months} knownFrom={wallet.data.knownFrom} />
					</div>
					{asked ? <LineDecisionDialog asked={asked} data={wallet.data} onClose={() => setAsked(null)} /> : null}
				</>
			) : wallet.isPending ? (
				<ReconciliationSkeleton />
			) : null}
		</>
	);
}

function ReconciliationSkeleton() {
	return (
		<>
			<Skeleton className="mb-8 h-28 w-full" />
			<Skeleton className="mb-2.5 h-4 w-24" />
			<Skeleton className="mb-9 h-36 w-full" />
			<TableSkeleton />
		</>
	);
}

function ReconciliationNotices({ data: { fault, syncedAt, mayBeCut, unreadable } }: { data: Reconciliation }) {
	const t = useTranslations("reconciliation");
	if (!fault && !mayBeCut && unreadable === 0) return null;
	return (
		<div className="mb-5 grid gap-2">
			{fault ? (
				<Notice tone="warning">
					{syncedAt ? t.rich("stale", { time: () => <Time at={syncedAt} as="asOf" /> }) : t("never")}
				</Notice>
			) : null}
			{unreadable > 0 ? <Notice tone="warning">{t("unreadable", { count: unreadable })}</Notice> : null}
			{mayBeCut ? <Notice tone="warning">{t("mayBeCut")}</Notice> : null}
		</div>
	);
}

const LineDecisionDialog = loadOnDemand(() => import("#components/reconciliation/line-decision-dialog.tsx"));

interface DecidedListProps {
	decided: readonly Decided[];
	currency: string;
	onAsk: ((asked: Asked) => void) | null;
}

/** Lists decided lines and payments. Taking a verdict back is a new decision, which the button opens. */
function DecidedList({ decided, currency, onAsk }: DecidedListProps) {
	const t = useTranslations("reconciliation");
	if (decided.length === 0) return null;
	return (
		<details className="mb-9 border-line border-b pb-3">
			<summary className="cursor-pointer font-semibold text-[0.8125rem]">
				{t("decided", { count: decided.length })}
			</summary>
			<ul className="mt-2">
				{decided.map(({ id, decision, line, payment }) => (
					<li
						key={id}
						className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line py-2.5 not-first:border-t"
					>
						<div className="grid min-w-0 gap-0.5 text-sm">
							{line ? <LineText line={line} currency={currency} /> : null}
							{payment ? <PaymentText payment={payment} currency={currency} /> : null}
							<DecisionText {...decision} />
						</div>
						{onAsk && !line?.withdrawnAt ? (
							<Button size="sm" onClick={() => onAsk({ undo: { line, payment, decidedAt: decision.at } })}>
								{t("takeBack")}
							</Button>
						) : null}
					</li>
				))}
			</ul>
		</details>
	);
}
