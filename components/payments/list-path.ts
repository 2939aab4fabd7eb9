/** Addresses of a list's views: what is default is left out, so that equal views have equal addresses. Pure. */
import { withQuery } from "#lib/api.ts";
import type { PaymentQuery } from "#lib/contracts/payment.ts";
import type { PaymentKind } from "#lib/payment-state.ts";

const LISTS: Record<PaymentKind, string> = { deposit: "/deposits", payout: "/payouts" };

/** Another filter starts at the first page: the cursor is left out unless it is the change itself. */
export function listPath(kind: PaymentKind, query: PaymentQuery, change: Partial<PaymentQuery> = {}): string {
	const { cursor: _page, limit: _rows, ...filters } = query;
	return withQuery(LISTS[kind], { ...filters, ...change });
}

export function isFiltered({ state, currency, from, to, search }: PaymentQuery): boolean {
	return [state, currency, from, to, search].some(Boolean);
}

export function paymentPath(payment: { kind: PaymentKind; id: string }): string {
	return `${LISTS[payment.kind]}/${encodeURIComponent(payment.id)}`;
}
