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
	/** Ids of the payments that were shown in the list, or by the links to the previous and next payment. */
	ids: readonly string[];
}

/** The payments of the movement lines that were shown, in the order of the lines. */
export interface LineTrail {
	currency: string;
	query: MovementQuery;
	/** Ids of the first and the last of these lines. Payments of further lines are read from there. */
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
