/** The filtered list that a payment was opened from, kept by the tab: its page then steps through that list. */
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

export const TRAIL = "cauri-list";

export function keepTrail(trail: ListTrail | LineTrail): void {
	try {
		sessionStorage.setItem(TRAIL, JSON.stringify(trail));
	} catch {
		// Without storage a payment's page has no steps.
	}
}
