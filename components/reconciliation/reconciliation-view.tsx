"use client";
import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { TableSkeleton } from "#components/movements/table-skeleton.tsx";
import { DecidedList } from "#components/reconciliation/decided-list.tsx";
import { ExceptionList } from "#components/reconciliation/exception-list.tsx";
import { FeeRule } from "#components/reconciliation/fee-rule.tsx";
import { MonthDays } from "#components/reconciliation/month-days.tsx";
import { ProofAnswer } from "#components/reconciliation/proof-answer.tsx";
import { readReconciliationView, reconciliationPath } from "#components/reconciliation/reconciliation-address.ts";
import { Segmented } from "#components/ui/fields/segmented.tsx";
import { Notice } from "#components/ui/page/notice.tsx";
import { ReadFault } from "#components/ui/page/read-fault.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { Time } from "#components/ui/time.tsx";
import { showView } from "#components/ui/view-link.tsx";
import type { Reconciliation } from "#lib/contracts/reconciliation.ts";
import { reconciliationQueries } from "#lib/queries/reconciliation.ts";

interface ReconciliationViewProps {
	currencies: readonly string[];
	viewerId: string;
	mayDecide: boolean;
	mayManage: boolean;
}

export function ReconciliationView({ currencies, viewerId, mayDecide, mayManage }: ReconciliationViewProps) {
	const t = useTranslations("reconciliation");
	const view = readReconciliationView(new URLSearchParams(useSearchParams()), currencies);
	const { currency } = view;
	const wallet = useQuery(reconciliationQueries.wallet(currency));
	return (
		<>
			{currencies.length > 1 ? (
				<Segmented
					label={t("wallet")}
					className="mb-5"
					value={currency}
					options={currencies.map((value) => ({ value, label: value }))}
					onChange={(value) => showView(reconciliationPath({ currency: value }))}
				/>
			) : null}
			<ReadFault query={wallet} />
			{wallet.data ? (
				<>
					<ReconciliationNotices data={wallet.data} />
					<ProofAnswer currency={currency} current={wallet.data.current} days={wallet.data.days} />
					<FeeRule data={wallet.data} mayManage={mayManage} />
					<div data-wide className="wide:grid wide:grid-cols-2 wide:items-start wide:gap-12">
						<div>
							<ExceptionList view={view} data={wallet.data} viewerId={viewerId} mayDecide={mayDecide} />
							<DecidedList decided={wallet.data.decided} currency={currency} mayDecide={mayDecide} />
						</div>
						<MonthDays view={view} months={wallet.data.months} />
					</div>
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
