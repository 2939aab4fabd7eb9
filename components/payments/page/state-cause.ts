/** Finds the event that caused the current state of a payment. Later events that only add to it, such as verdicts, are skipped. */
import type { Payment } from "#lib/contracts/payment.ts";
import type { PaymentEvent, PaymentEventKey } from "#lib/contracts/payment-event.ts";
import type { ServiceFault } from "#lib/contracts/service-fault.ts";

const SAID_AFTERWARDS: readonly PaymentEventKey[] = [
	"said_paid",
	"said_not_paid",
	"said_paid_other",
	"verdict_withdrawn",
	"late_answer",
	"hint_set_aside",
	"statuses_disagree",
	"confirmed_duplicate",
	"corrected",
	"approvals_voided",
	"approved_in_part",
];

export function stateCause({ history, state }: Pick<Payment, "history" | "state">): PaymentEvent | undefined {
	return history.findLast((event) => event.state === state && !SAID_AFTERWARDS.includes(event.event));
}

export function faultOf({ details }: PaymentEvent): ServiceFault | null {
	if (!("cause" in details)) return null;
	const fault = { cause: details.cause, words: "words" in details ? details.words : null };
	return fault.cause === null && fault.words === null ? null : fault;
}
