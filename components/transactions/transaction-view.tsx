"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { FailureReasonText } from "#components/payments/fault-text.tsx";
import { LookUpForm } from "#components/transactions/look-up-form.tsx";
import { Disagreements, TransactionHeader } from "#components/transactions/transaction-header.tsx";
import { TransactionTimeline } from "#components/transactions/transaction-timeline.tsx";
import { Description, DescriptionList } from "#components/ui/description-list.tsx";
import { LinkButton } from "#components/ui/link-button.tsx";
import { Money } from "#components/ui/money.tsx";
import { Card } from "#components/ui/page/card.tsx";
import { DetailSkeleton } from "#components/ui/page/detail-skeleton.tsx";
import { EmptyState } from "#components/ui/page/empty-state.tsx";
import { Notice } from "#components/ui/page/notice.tsx";
import { PageHeader } from "#components/ui/page/page-header.tsx";
import { ReadFault } from "#components/ui/page/read-fault.tsx";
import { SectionTitle } from "#components/ui/page/section-title.tsx";
import { Time } from "#components/ui/time.tsx";
import type { Transaction } from "#lib/contracts/transaction.ts";
import { movementDirection } from "#lib/movements/movements.ts";
import { transactionQueries } from "#lib/queries/transactions.ts";

/** `reference` is already validated. `asked`: when the page was requested. */
export function TransactionView({ reference, asked }: { reference: string; asked: number }) {
	const t = useTranslations("transactions");
	const query = useQuery(transactionQueries.detail(reference, asked));
	const { data } = query;
	if (data === null) return <TransactionMissing reference={reference} />;
	if (data === undefined) {
		const back = { href: "/transactions", label: t("back") };
		if (!query.error) return <DetailSkeleton />;
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
					<TransactionTimeline history={data.history} />
				</div>
				<TransactionDetails transaction={data} />
			</div>
		</>
	);
}

/** "Not found" is an answer, not an error: the service does not know the reference. */
function TransactionMissing({ reference }: { reference: string }) {
	const t = useTranslations("transactions");
	return (
		<>
			<PageHeader
				back={{ href: "/transactions", label: t("back") }}
				title={<span className="code break-all">{reference}</span>}
			/>
			<EmptyState title={t("notFoundTitle")}>{t("notFoundWhy")}</EmptyState>
			<div className="mt-8">
				<LookUpForm initial={reference} />
			</div>
		</>
	);
}

function TransactionDetails({ transaction }: { transaction: Transaction }) {
	const t = useTranslations("transactions");
	const { transactionType, amount, currency, createdAt, processedAt, fetchedAt, payment } = transaction;
	const isPending = transaction.statusMeaning === "pending";
	return (
		<Card aria-labelledby="facts">
			<SectionTitle id="facts">{t("facts")}</SectionTitle>
			<DescriptionList>
				<Description term={t("type")}>
					{movementDirection(transactionType) ? t(`types.${transactionType}`) : <bdi>{transactionType}</bdi>}
				</Description>
				<Description term={t("amount")}>
					<Money amount={amount} currency={currency} />
				</Description>
				<Description term={t("created")}>
					{createdAt ? <Time at={createdAt} as="exact" /> : t("unknownTime")}
				</Description>
				<Description term={t("processed")}>
					{processedAt ? <Time at={processedAt} as="exact" /> : t(isPending ? "notProcessed" : "unknownTime")}
				</Description>
				<Description term={t("fetched")}>
					<Time at={fetchedAt} as="asOf" />
				</Description>
			</DescriptionList>
			<div className="mt-4 border-line border-t pt-4 text-ink-2 text-xs">
				{payment ? (
					<>
						<p className="mb-2">{t("ours")}</p>
						<LinkButton
							className="w-full"
							href={`/${payment.kind === "deposit" ? "deposits" : "payouts"}/${encodeURIComponent(payment.id)}`}
						>
							{t(payment.kind === "deposit" ? "oursDeposit" : "oursPayout")}
						</LinkButton>
					</>
				) : (
					t("notOurs")
				)}
			</div>
		</Card>
	);
}
