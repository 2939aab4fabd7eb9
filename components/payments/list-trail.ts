/** The filtered list that a payment was opened from, kept by the tab: its page then steps through that list. */
import type { PaymentQuery } from "#lib/contracts/payment.ts";
import type { PaymentKind } from "#lib/payment-state.ts";

interface Trail {
	kind: PaymentKind;
	query: PaymentQuery;
	/** Payments that were reached through the list. */
	ids: readonly string[];
}

const NAME = "cauri-list";

export function keepTrail(trail: Trail): void {
	try {
		sessionStorage.setItem(NAME, JSON.stringify(trail));
	} catch {
		// Without storage a payment's page has no steps.
	}
}

/** Null when the payment was reached in another way. */
export function readTrail(id: string): Trail | null {
	try {
		const trail = JSON.parse(sessionStorage.getItem(NAME) ?? "null") as Trail | null;
		return trail?.ids.includes(id) ? trail : null;
	} catch {
		return null;
	}
}
