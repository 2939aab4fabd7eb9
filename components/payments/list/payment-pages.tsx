"use client";
import { useTranslations } from "next-intl";
import { listPath } from "#components/payments/list-path.ts";
import { DayJump } from "#components/ui/fields/day-jump.tsx";
import { CursorPages } from "#components/ui/page/cursor-pages.tsx";
import type { PaymentQuery } from "#lib/contracts/payment.ts";
import type { PaymentKind } from "#lib/payment-state.ts";

interface PaymentPagesProps {
	kind: PaymentKind;
	query: PaymentQuery;
	nextCursor: string | null;
}

export default function PaymentPages({ kind, query, nextCursor }: PaymentPagesProps) {
	const t = useTranslations("payments");
	return (
		<CursorPages
			first={query.cursor ? listPath(kind, query) : null}
			next={nextCursor && listPath(kind, query, { cursor: nextCursor })}
			nextText={t("older")}
		>
			<DayJump cursor={query.cursor} pathOf={(cursor) => listPath(kind, query, { cursor })} />
		</CursorPages>
	);
}
