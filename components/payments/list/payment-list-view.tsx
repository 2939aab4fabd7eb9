"use client";
import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import type { Viewer } from "#components/payments/decision-rights.ts";
import { Beside } from "#components/payments/list/beside.tsx";
import { PaymentFilters } from "#components/payments/list/payment-filters.tsx";
import { PaymentListEmpty } from "#components/payments/list/payment-list-empty.tsx";
import { PaymentPages } from "#components/payments/list/payment-pages.tsx";
import { readPaymentQuery } from "#components/payments/list/payment-query.ts";
import { PaymentTable } from "#components/payments/list/payment-table.tsx";
import { listPath } from "#components/payments/list-path.ts";
import { cx } from "#components/ui/class-names.ts";
import { Notice } from "#components/ui/page/notice.tsx";
import { ReadFault } from "#components/ui/page/read-fault.tsx";
import { showView } from "#components/ui/view-link.tsx";
import type { PaymentKind } from "#lib/payment-state.ts";
import { paymentQueries } from "#lib/queries/payments.ts";
import { isFiltered } from "#lib/view-address.ts";

interface PaymentListViewProps {
	kind: PaymentKind;
	/** Wallets to choose from. */
	currencies: readonly string[];
	/** May this member start one? */
	mayStart: boolean;
	viewer: Viewer;
}

/** Filters, rows, pages: all of it in the address, alive while it stands open. */
export function PaymentListView({ kind, currencies, mayStart, viewer }: PaymentListViewProps) {
	const t = useTranslations("payments");
	const { query, isWhole } = readPaymentQuery(new URLSearchParams(useSearchParams()));
	const list = useQuery(paymentQueries.list(kind, query));
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
							<PaymentTable kind={kind} items={list.data.items} total={list.data.total} />
							<PaymentPages kind={kind} query={query} nextCursor={list.data.nextCursor} />
						</>
					) : (
						<PaymentListEmpty kind={kind} isFiltered={isFiltered(query)} mayStart={mayStart} />
					)}
				</div>
			) : null}
		</Beside>
	);
}
