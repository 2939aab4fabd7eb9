"use client";
import { useTranslations } from "next-intl";
import { listPath } from "#components/payments/list-path.ts";
import { buttonClass } from "#components/ui/button-class.ts";
import { DayJump } from "#components/ui/fields/day-jump.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { LinkButton } from "#components/ui/link-button.tsx";
import { EmptyState } from "#components/ui/page/empty-state.tsx";
import { ViewLink } from "#components/ui/view-link.tsx";
import { isFiltered } from "#lib/addresses/view-address.ts";
import type { PaymentQuery } from "#lib/contracts/payment.ts";
import type { PaymentKind } from "#lib/payment-state.ts";

interface PaymentListEndProps {
	kind: PaymentKind;
	query: PaymentQuery;
	isEmpty: boolean;
	nextCursor: string | null;
	mayStart: boolean;
}

/** Below the rows the ways to others, or why there are none. */
export default function PaymentListEnd({ isEmpty, nextCursor, mayStart, ...list }: PaymentListEndProps) {
	return isEmpty ? <NoRows {...list} mayStart={mayStart} /> : <Pages {...list} nextCursor={nextCursor} />;
}

function NoRows({ kind, query, mayStart }: Pick<PaymentListEndProps, "kind" | "query" | "mayStart">) {
	const shared = useTranslations("payments");
	const t = useTranslations(kind === "deposit" ? "deposits" : "payouts");
	const list = `/${kind}s`;
	if (isFiltered(query) || query.cursor) {
		return (
			<EmptyState title={t("noMatchTitle")} action={<LinkButton href={list}>{shared("clearFilters")}</LinkButton>}>
				{shared("noMatchWhy")}
			</EmptyState>
		);
	}
	const start = (
		<LinkButton href={`${list}/new`} variant="primary">
			{t("new")}
		</LinkButton>
	);
	return (
		<EmptyState title={t("emptyTitle")} action={mayStart ? start : null}>
			{t(mayStart ? "emptyWhy" : "emptyViewer")}
		</EmptyState>
	);
}

/** Forward from the last row or to a day; back by the browser or to the start. */
function Pages({ kind, query, nextCursor }: Pick<PaymentListEndProps, "kind" | "query" | "nextCursor">) {
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
