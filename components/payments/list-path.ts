import { viewPath } from "#lib/addresses/view-address.ts";
import type { MovementQuery } from "#lib/contracts/movement.ts";
import type { PaymentQuery } from "#lib/contracts/payment.ts";
import type { PaymentKind } from "#lib/payment-state.ts";

const LISTS: Record<PaymentKind, string> = { deposit: "/deposits", payout: "/payouts" };

export function listPath(kind: PaymentKind, query: PaymentQuery, change?: Partial<PaymentQuery>): string {
	return viewPath(LISTS[kind], query, change);
}

export function paymentPath(payment: { kind: PaymentKind; id: string }): string {
	return `${LISTS[payment.kind]}/${encodeURIComponent(payment.id)}`;
}

export interface ListTrail {
	kind: PaymentKind;
	query: PaymentQuery;
	/** Payments that were reached through the list. */
	ids: readonly string[];
}

/** The payments of the movements that were shown, in the order of their lines. */
export interface LineTrail {
	currency: string;
	query: MovementQuery;
	/** Ids of the first and the last line: further payments are those of the lines before and after them. */
	ends: readonly [string, string];
	paths: readonly string[];
}

export const TRAIL = "cauri-list";

export function keepTrail(trail: ListTrail | LineTrail): void {
	try {
		sessionStorage.setItem(TRAIL, JSON.stringify(trail));
	} catch {
		// Without storage, a payment's page offers no previous and next payment.
	}
}
