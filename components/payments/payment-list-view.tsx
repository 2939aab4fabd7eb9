"use client";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useTransition } from "react";
import { isFiltered, listPath } from "#components/payments/list-path.ts";
import { PaymentFilters } from "#components/payments/payment-filters.tsx";
import { PaymentListEmpty } from "#components/payments/payment-list-empty.tsx";
import { PaymentPages } from "#components/payments/payment-pages.tsx";
import { PaymentTable } from "#components/payments/payment-table.tsx";
import { StaleLine } from "#components/payments/stale-line.tsx";
import { Button } from "#components/ui/button.tsx";
import { cx } from "#components/ui/class-names.ts";
import { Notice } from "#components/ui/notice.tsx";
import { useErrorWords } from "#components/ui/use-error-words.ts";
import type { PaymentQuery } from "#lib/contracts/payment.ts";
import type { PaymentKind } from "#lib/payment-state.ts";
import { paymentQueries } from "#lib/queries/payments.ts";

interface PaymentListViewProps {
	kind: PaymentKind;
	/** As the address says it. */
	query: PaymentQuery;
	/** False: the address held something unreadable. */
	isWhole: boolean;
	/** Wallets to choose from. */
	currencies: readonly string[];
	/** May this member start one? */
	mayStart: boolean;
}

/** Filters, rows, pages: all of it in the address, alive while it stands open. */
export function PaymentListView({ kind, query, isWhole, currencies, mayStart }: PaymentListViewProps) {
	const t = useTranslations("payments");
	const common = useTranslations("common");
	const words = useErrorWords();
	const router = useRouter();
	const [isGoing, startGoing] = useTransition();
	const list = useQuery(paymentQueries.list(kind, query));
	const go = (change: Partial<PaymentQuery>) =>
		startGoing(() => router.push(listPath(kind, query, change), { scroll: false }));
	return (
		<>
			<PaymentFilters kind={kind} query={query} currencies={currencies} onChange={go} />
			{isWhole ? null : (
				<Notice tone="warning" className="mb-4">
					{t("invalidFilter")}
				</Notice>
			)}
			<StaleLine query={list} />
			{list.isError && !list.data ? (
				<Notice
					tone="danger"
					title={t("listFailed")}
					action={<Button onClick={() => void list.refetch()}>{common("retry")}</Button>}
				>
					{words(list.error)}
				</Notice>
			) : null}
			{list.data ? (
				<div className={cx("transition-opacity", (isGoing || list.isPlaceholderData) && "opacity-60")}>
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
		</>
	);
}
