"use client";
import { ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { listPath } from "#components/payments/list-path.ts";
import { LinkButton } from "#components/ui/link-button.tsx";
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
			{query.cursor ? <LinkButton href={listPath(kind, query)}>{t("firstPage")}</LinkButton> : null}
			{nextCursor ? (
				<LinkButton href={listPath(kind, query, { cursor: nextCursor })}>
					{t("older")}
					<ChevronRight aria-hidden="true" />
				</LinkButton>
			) : null}
		</nav>
	);
}
