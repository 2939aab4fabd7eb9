"use client";
/** What the service knows under a reference: facts, history, contradictions, and our own payment when there is one. */
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { FailureReasonText } from "#components/payments/failure-reason-text.tsx";
import { Disagreements } from "#components/transactions/disagreements.tsx";
import { TransactionDetails } from "#components/transactions/transaction-details.tsx";
import { TransactionHeader } from "#components/transactions/transaction-header.tsx";
import { TransactionHistory } from "#components/transactions/transaction-history.tsx";
import { TransactionMissing } from "#components/transactions/transaction-missing.tsx";
import { TransactionSkeleton } from "#components/transactions/transaction-skeleton.tsx";
import { Notice } from "#components/ui/page/notice.tsx";
import { PageHeader } from "#components/ui/page/page-header.tsx";
import { ReadFault } from "#components/ui/page/read-fault.tsx";
import { transactionQueries } from "#lib/queries/transactions.ts";

/** `reference` has the shape of one. */
export function TransactionView({ reference }: { reference: string }) {
	const t = useTranslations("transactions");
	const query = useQuery(transactionQueries.detail(reference));
	const { data } = query;
	if (data === null) return <TransactionMissing reference={reference} />;
	if (data === undefined) {
		const back = { href: "/transactions", label: t("back") };
		if (!query.error) return <TransactionSkeleton />;
		return (
			<>
				<PageHeader back={back} title={<span className="code">{reference}</span>} />
				<ReadFault query={query} />
			</>
		);
	}
	return (
		<>
			<TransactionHeader transaction={data} busy={query.isFetching} onAskAgain={() => void query.refetch()} />
			<ReadFault query={query} />
			<div className="grid items-start gap-x-[34px] gap-y-[22px] md:grid-cols-[minmax(0,1fr)_318px] wide:grid-cols-[minmax(0,1fr)_400px]">
				<div className="grid gap-7">
					{data.disagreements.length > 0 ? <Disagreements transaction={data} /> : null}
					{data.statusRecognised ? null : <Notice tone="neutral">{t("notRecognisedWhy")}</Notice>}
					{data.failureReason ? (
						<Notice tone={data.statusMeaning === "failed" ? "danger" : "neutral"}>
							<FailureReasonText status={data.failureReason} />
						</Notice>
					) : null}
					<TransactionHistory history={data.history} />
				</div>
				<TransactionDetails transaction={data} />
			</div>
		</>
	);
}
