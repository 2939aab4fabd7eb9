"use client";
import { ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { listPath } from "#components/payments/list-path.ts";
import { buttonClass } from "#components/ui/button-class.ts";
import { ViewLink } from "#components/ui/view-link.tsx";
import type { PaymentQuery } from "#lib/contracts/payment.ts";
import type { PaymentKind } from "#lib/payment-state.ts";

/** Onwards by the last row seen; back by the browser or to the start. */
export function PaymentPages({
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
					<ChevronRight aria-hidden="true" />
				</ViewLink>
			) : null}
		</nav>
	);
}
