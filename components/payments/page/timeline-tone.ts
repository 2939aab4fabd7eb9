/** How a payment's events look on its timeline. Pure. */
import type { PaymentEvent } from "#lib/contracts/payment-event.ts";
import {
	isFinal,
	isInDoubt,
	PAID_STATES,
	type PaymentKind,
	type PaymentState,
	TURNED_DOWN_STATES,
} from "#lib/payment-state.ts";

/** What is over wears the house's colour; the last event wears the tone of where the payment stands now. */
export function eventTone(event: PaymentEvent, isLast: boolean): "done" | "positive" | "warning" | "danger" {
	if (TURNED_DOWN_STATES.includes(event.state)) return "danger";
	if (isInDoubt(event.state)) return "warning";
	if (!isLast) return "done";
	if (PAID_STATES.includes(event.state)) return "positive";
	return isFinal(event.state) ? "done" : "warning";
}

/** Key under `payments.expected` of what comes next; null when nothing does. */
export function expectedKey(kind: PaymentKind, state: PaymentState): string | null {
	if (isFinal(state)) return null;
	if (state === "pending") return kind === "deposit" ? "pendingDeposit" : "pendingPayout";
	return state;
}
