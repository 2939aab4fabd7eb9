"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { lazy, Suspense } from "react";
import type { Viewer } from "#components/payments/decision-rights.ts";
import { Beside } from "#components/payments/list/beside.tsx";
import { PaymentFilters } from "#components/payments/list/payment-filters.tsx";
import { readPaymentQuery } from "#components/payments/list/payment-query.ts";
import { PaymentTable } from "#components/payments/list/payment-table.tsx";
import { listPath } from "#components/payments/list-path.ts";
import { actsOn } from "#components/payments/marked/list-acts.ts";
import { useMarks } from "#components/payments/use-marks.ts";
import { buttonClass } from "#components/ui/button-class.ts";
import { cx } from "#components/ui/class-names.ts";
import { Icon } from "#components/ui/icon.tsx";
import { LinkButton } from "#components/ui/link-button.tsx";
import { EmptyState } from "#components/ui/page/empty-state.tsx";
import { Notice } from "#components/ui/page/notice.tsx";
import { ReadFault } from "#components/ui/page/read-fault.tsx";
import { showView, ViewLink } from "#components/ui/view-link.tsx";
import { isFiltered } from "#lib/addresses/view-address.ts";
import type { PaymentQuery } from "#lib/contracts/payment.ts";
import type { PaymentKind } from "#lib/payment-state.ts";
import { MOST_IN_A_LIST } from "#lib/payments/lists.ts";
import { paymentQueries, readAllPayments } from "#lib/queries/payments.ts";

const MarkedBar = lazy(() => import("#components/payments/marked/marked-bar.tsx"));

interface PaymentListViewProps {
	kind: PaymentKind;
	currencies: readonly string[];
	mayStart: boolean;
	viewer: Viewer;
}

export function PaymentListView({ kind, currencies, mayStart, viewer }: PaymentListViewProps) {
	const t = useTranslations("payments");
	const { query, isWhole } = readPaymentQuery(new URLSearchParams(useSearchParams()));
	const list = useQuery(paymentQueries.list(kind, query));
	const marks = useMarks();
	const markAll = useMutation({
		mutationFn: () => readAllPayments(kind, query, MOST_IN_A_LIST),
		onSuccess: (all) =>
			marks.mark(
				all.filter((payment) => actsOn(payment, viewer).length > 0),
				true,
			),
	});
	const isMore = list.data !== undefined && list.data.items.length < list.data.total && !markAll.isSuccess;
	return (
		<Beside viewer={viewer}>
			<PaymentFilters
				kind={kind}
				query={query}
				currencies={currencies}
				onChange={(change) => showView(listPath(kind, query, change))}
			/>
			{isWhole ? null : (
				<Notice tone="warning" className="mb-4">
					{t("invalidFilter")}
				</Notice>
			)}
			<ReadFault query={list} />
			{list.data ? (
				<div className={cx("transition-opacity", list.isPlaceholderData && "opacity-60")}>
					{list.data.items.length > 0 ? (
						<>
							<PaymentTable kind={kind} items={list.data.items} total={list.data.total} viewer={viewer} marks={marks} />
							<PaymentPages kind={kind} query={query} nextCursor={list.data.nextCursor} />
						</>
					) : (
						<PaymentListEmpty kind={kind} isFiltered={isFiltered(query)} mayStart={mayStart} />
					)}
				</div>
			) : null}
			{marks.items.length > 0 ? (
				<Suspense>
					<MarkedBar
						marks={marks}
						viewer={viewer}
						all={
							isMore
								? {
										count: Math.min(list.data?.total ?? 0, MOST_IN_A_LIST),
										mark: () => markAll.mutate(),
										isBusy: markAll.isPending,
									}
								: null
						}
					/>
				</Suspense>
			) : null}
		</Beside>
	);
}

/** Forward from the last row; back by the browser or to the start. */
function PaymentPages({
	kind,
	query,
	nextCursor,
}: {
	kind: PaymentKind;
	query: PaymentQuery;
	nextCursor: string | null;
}) {
	const t = useTranslations("payments");
	if (!nextCursor && !query.cursor) return null;
	return (
		<nav aria-label={t("pages")} className="mt-4 flex justify-end gap-2">
			{query.cursor ? (
				<ViewLink href={listPath(kind, query)} className={buttonClass()}>
					{t("firstPage")}
				</ViewLink>
			) : null}
			{nextCursor ? (
				<ViewLink href={listPath(kind, query, { cursor: nextCursor })} className={buttonClass()}>
					{t("older")}
					<Icon name="chevron-right" />
				</ViewLink>
			) : null}
		</nav>
	);
}

interface PaymentListEmptyProps {
	kind: PaymentKind;
	isFiltered: boolean;
	mayStart: boolean;
}

function PaymentListEmpty({ kind, isFiltered, mayStart }: PaymentListEmptyProps) {
	const shared = useTranslations("payments");
	const t = useTranslations(kind === "deposit" ? "deposits" : "payouts");
	const list = kind === "deposit" ? "/deposits" : "/payouts";
	if (isFiltered) {
		return (
			<EmptyState title={shared("noMatchTitle")} action={<LinkButton href={list}>{shared("clearFilters")}</LinkButton>}>
				{shared("noMatchWhy")}
			</EmptyState>
		);
	}
	return (
		<EmptyState
			title={t("emptyTitle")}
			action={
				mayStart ? (
					<LinkButton href={`${list}/new`} variant="primary">
						{t("new")}
					</LinkButton>
				) : null
			}
		>
			{mayStart ? t("emptyWhy") : t("emptyViewer")}
		</EmptyState>
	);
}
