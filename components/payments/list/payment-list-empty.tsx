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
	const t = useTranslations(`${kind}s`);
	if (isFiltered(query) || query.cursor) {
		const all = <LinkButton href={`/${kind}s`}>{shared("clearFilters")}</LinkButton>;
		return (
			<EmptyState title={t("noMatchTitle")} action={all}>
				{shared("noMatchWhy")}
			</EmptyState>
		);
	}
	const start = (
		<LinkButton href={`/${kind}s/new`} variant="primary">
			{t("new")}
		</LinkButton>
	);
	return (
		<EmptyState title={t("emptyTitle")} action={mayStart ? start : null}>
			{t(mayStart ? "emptyWhy" : "emptyViewer")}
		</EmptyState>
	);
}
