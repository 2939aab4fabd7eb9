"use client";
import { useTranslations } from "next-intl";
import { listPath } from "#components/payments/list-path.ts";
import { buttonClass } from "#components/ui/button-class.ts";
import { DayJump } from "#components/ui/fields/day-jump.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { ViewLink } from "#components/ui/view-link.tsx";
import type { PaymentQuery } from "#lib/contracts/payment.ts";
import type { PaymentKind } from "#lib/payment-state.ts";

interface PaymentPagesProps {
	kind: PaymentKind;
	query: PaymentQuery;
	nextCursor: string | null;
}

/** There is no link to the previous page, because cursors only lead forwards; the browser's back button leads there. */
export default function PaymentPages({ kind, query, nextCursor }: PaymentPagesProps) {
	const t = useTranslations("payments");
	return (
		<nav aria-label={t("pages")} className="mt-4 flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
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
			<DayJump cursor={query.cursor} pathOf={(cursor) => listPath(kind, query, { cursor })} />
		</nav>
	);
}
