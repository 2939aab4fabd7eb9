"use client";
import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { DecidedList } from "#components/reconciliation/decided-list.tsx";
import { FindingList } from "#components/reconciliation/finding-list.tsx";
import { MonthDays } from "#components/reconciliation/month-days.tsx";
import { ProofAnswer } from "#components/reconciliation/proof-answer.tsx";
import { readReconciliationView, reconciliationPath } from "#components/reconciliation/reconciliation-address.ts";
import { ReconciliationNotices } from "#components/reconciliation/reconciliation-notices.tsx";
import { ReconciliationSkeleton } from "#components/reconciliation/reconciliation-skeleton.tsx";
import { Segmented } from "#components/ui/fields/segmented.tsx";
import { ReadFault } from "#components/ui/page/read-fault.tsx";
import { showView } from "#components/ui/view-link.tsx";
import { reconciliationQueries } from "#lib/queries/reconciliation.ts";

interface ReconciliationViewProps {
	currencies: readonly string[];
	mayDecide: boolean;
}

/** First the answer, then what people decide, then the days. */
export function ReconciliationView({ currencies, mayDecide }: ReconciliationViewProps) {
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
					<div data-wide className="wide:grid wide:grid-cols-2 wide:items-start wide:gap-12">
						<div>
							<FindingList view={view} data={wallet.data} mayDecide={mayDecide} />
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
