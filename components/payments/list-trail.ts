/** The filtered list that a payment was opened from, kept by the tab: its page then steps through that list. */
import { paymentPath } from "#components/payments/list-path.ts";
import type { PaymentQuery } from "#lib/contracts/payment.ts";
import type { PaymentKind } from "#lib/payment-state.ts";

export interface ListTrail {
	kind: PaymentKind;
	query: PaymentQuery;
	/** Payments that were reached through the list. */
	ids: readonly string[];
}

/** The payments of the movements that were shown, in the order of their lines. */
export interface LineTrail {
	paths: readonly string[];
}

const NAME = "cauri-list";

export function keepTrail(trail: ListTrail | LineTrail): void {
	try {
		sessionStorage.setItem(NAME, JSON.stringify(trail));
	} catch {
		// Without storage a payment's page has no steps.
	}
}

/** Null when the payment was reached in another way. */
export function readTrail(payment: { kind: PaymentKind; id: string }): ListTrail | LineTrail | null {
	try {
		const trail = JSON.parse(sessionStorage.getItem(NAME) ?? "null") as ListTrail | LineTrail | null;
		if (!trail) return null;
		const isOfTrail = "paths" in trail ? trail.paths.includes(paymentPath(payment)) : trail.ids.includes(payment.id);
		return isOfTrail ? trail : null;
	} catch {
		return null;
	}
}
