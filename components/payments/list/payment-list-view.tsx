"use client";
import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import type { Viewer } from "#components/payments/decision-rights.ts";
import { ListWithDetail } from "#components/payments/list/list-with-detail.tsx";
import { type OperatorOption, PaymentFilters } from "#components/payments/list/payment-filters.tsx";
import { readPaymentQuery } from "#components/payments/list/payment-query.ts";
import { PaymentTable, useColumnLabels } from "#components/payments/list/payment-table.tsx";
import { PaymentTotals } from "#components/payments/list/payment-totals.tsx";
import { keepTrail, listPath } from "#components/payments/list-path.ts";
import { useMarks } from "#components/payments/use-marks.ts";
import { cx } from "#components/ui/class-names.ts";
import { Icon } from "#components/ui/icon.tsx";
import { LinkButton } from "#components/ui/link-button.tsx";
import { AllTexts, loadOnDemand } from "#components/ui/load-on-demand.tsx";
import { ExportMenu } from "#components/ui/menu/export-menu.tsx";
import { Notice } from "#components/ui/page/notice.tsx";
import { PageHeader } from "#components/ui/page/page-header.tsx";
import { ReadFault } from "#components/ui/page/read-fault.tsx";
import { showView } from "#components/ui/view-link.tsx";
import { useExportColumns, useLayout } from "#components/views/use-layout.ts";
import { ViewMenu } from "#components/views/view-menu.tsx";
import { withoutPages } from "#lib/addresses/view-address.ts";
import type { PaymentQuery, PaymentSummary } from "#lib/contracts/payment.ts";
import type { PaymentKind } from "#lib/payment-state.ts";
import { paymentExportPath, paymentQueries } from "#lib/queries/payments.ts";

// Loaded on demand: a short list with rows and without marks needs none of them.
const PaymentListEmpty = loadOnDemand(() => import("#components/payments/list/payment-list-empty.tsx"));
const PaymentPages = loadOnDemand(() => import("#components/payments/list/payment-pages.tsx"));
const MarkedBar = loadOnDemand(() => import("#components/payments/marked/marked-bar.tsx"), AllTexts);

interface PaymentListViewProps {
	kind: PaymentKind;
	currencies: readonly string[];
	operators: readonly OperatorOption[];
	mayStart: boolean;
	viewer: Viewer;
}

export function PaymentListView({ kind, currencies, operators, mayStart, viewer }: PaymentListViewProps) {
	const t = useTranslations("payments");
	const { query, isWhole } = readPaymentQuery(useSearchParams(), useLayout(`${kind}s`).rows);
	const list = useQuery(paymentQueries.list(kind, query));
	const marks = useMarks<PaymentSummary>();
	const items = list.data?.items;
	useEffect(() => {
		if (items) keepTrail({ kind, query: withoutPages(query) as PaymentQuery, ids: items.map(({ id }) => id) });
	});
	return (
		<ListWithDetail viewer={viewer}>
			<PaymentFilters
				kind={kind}
				query={query}
				currencies={currencies}
				operators={operators}
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
					{list.data.items.length === 0 ? (
						<PaymentListEmpty kind={kind} query={query} mayStart={mayStart} />
					) : (
						<>
							<PaymentTotals kind={kind} query={query} total={list.data.total} />
							<PaymentTable kind={kind} items={list.data.items} marks={marks} />
							{list.data.nextCursor || query.cursor ? (
								<PaymentPages kind={kind} query={query} nextCursor={list.data.nextCursor} />
							) : null}
						</>
					)}
				</div>
			) : null}
			{marks.items.length > 0 ? (
				<MarkedBar
					marks={marks}
					viewer={viewer}
					all={list.data && list.data.items.length < list.data.total ? { kind, query, count: list.data.total } : null}
				/>
			) : null}
		</ListWithDetail>
	);
}

export function PaymentListHeader({ kind, mayStart }: { kind: PaymentKind; mayStart: boolean }) {
	const t = useTranslations(kind === "deposit" ? "deposits" : "payouts");
	const { query } = readPaymentQuery(useSearchParams());
	const actions = (
		<>
			<ViewMenu list={`${kind}s`} labels={useColumnLabels(kind)} />
			<ExportMenu
				mayBeLong
				path={paymentExportPath(kind)}
				query={{ ...withoutPages(query), ...useExportColumns(`${kind}s`) }}
			/>
			{mayStart ? (
				<LinkButton href={`/${kind}s/new`} variant="primary">
					<Icon name={kind === "deposit" ? "arrow-down-to-line" : "arrow-up-from-line"} />
					{t("new")}
				</LinkButton>
			) : null}
		</>
	);
	return <PageHeader title={t("title")} lead={t("lead")} actions={actions} />;
}
