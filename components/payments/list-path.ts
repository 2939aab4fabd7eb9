import { viewPath } from "#lib/addresses/view-address.ts";
import type { PaymentQuery } from "#lib/contracts/payment.ts";
import type { PaymentKind } from "#lib/payment-state.ts";

const LISTS: Record<PaymentKind, string> = { deposit: "/deposits", payout: "/payouts" };

export function listPath(kind: PaymentKind, query: PaymentQuery, change?: Partial<PaymentQuery>): string {
	return viewPath(LISTS[kind], query, change);
}

export function paymentPath(payment: { kind: PaymentKind; id: string }): string {
	return `${LISTS[payment.kind]}/${encodeURIComponent(payment.id)}`;
}
