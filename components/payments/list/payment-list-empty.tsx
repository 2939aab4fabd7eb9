"use client";
import { useTranslations } from "next-intl";
import { LinkButton } from "#components/ui/link-button.tsx";
import { EmptyState } from "#components/ui/page/empty-state.tsx";
import { isFiltered } from "#lib/addresses/view-address.ts";
import type { PaymentQuery } from "#lib/contracts/payment.ts";
import type { PaymentKind } from "#lib/payment-state.ts";

interface PaymentListEmptyProps {
	kind: PaymentKind;
	query: PaymentQuery;
	mayStart: boolean;
}

export default function PaymentListEmpty({ kind, query, mayStart }: PaymentListEmptyProps) {
	const shared = useTranslations("payments");
	const t = useTranslations(kind === "deposit" ? "deposits" : "payouts");
	const list = kind === "deposit" ? "/deposits" : "/payouts";
	if (isFiltered(query) || query.cursor) {
		return (
			<EmptyState title={t("noMatchTitle")} action={<LinkButton href={list}>{shared("clearFilters")}</LinkButton>}>
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
