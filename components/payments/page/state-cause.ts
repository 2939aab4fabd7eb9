/** The event that brought a payment to where it stands: words said about it afterwards explain nothing. Pure. */
import type { Payment } from "#lib/contracts/payment.ts";
import type { PaymentEvent } from "#lib/contracts/payment-event.ts";
import type { ServiceFault } from "#lib/contracts/service-fault.ts";
import type { PaymentEventKey } from "#lib/payment-events.ts";

const SAID_AFTERWARDS: readonly PaymentEventKey[] = [
	"said_paid",
	"said_not_paid",
	"said_paid_other",
	"word_withdrawn",
	"late_answer",
	"hint_set_aside",
	"words_disagree",
	"confirmed_duplicate",
	"corrected",
	"approvals_voided",
	"approved_in_part",
];

export function stateCause({ history, state }: Pick<Payment, "history" | "state">): PaymentEvent | undefined {
	return history.findLast((event) => event.state === state && !SAID_AFTERWARDS.includes(event.event));
}

/** What an event tells of the service's answer or its absence; null where it is about something else. */
export function faultOf({ details }: PaymentEvent): ServiceFault | null {
	if (!("cause" in details)) return null;
	const fault = { cause: details.cause, words: "words" in details ? details.words : null };
	return fault.cause === null && fault.words === null ? null : fault;
}
