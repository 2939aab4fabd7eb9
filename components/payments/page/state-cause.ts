/** The event that brought a payment to where it stands: words said about it afterwards explain nothing. Pure. */
import type { Payment, PaymentEvent } from "#lib/contracts/payment.ts";

const WORDS = [
	"said_paid",
	"said_not_paid",
	"said_paid_other",
	"word_withdrawn",
	"late_answer",
	"confirmed_duplicate",
	"corrected",
	"approvals_voided",
	"approved_in_part",
];

export function stateCause({ history, state }: Pick<Payment, "history" | "state">): PaymentEvent | undefined {
	return history.findLast((event) => event.state === state && !WORDS.includes(event.event));
}
