import { operatorFor } from "#components/payments/form/operator-choice.ts";
import type { OperatorChoice, PaymentDraft } from "#components/payments/payment-draft.ts";
import { subscriberNumber } from "#components/payments/payment-number.ts";
import type { PaymentSummary } from "#lib/contracts/payment.ts";
import type { Recipient } from "#lib/contracts/recipient.ts";
import { nationalPart } from "#lib/phone.ts";

export function draftFromPayment(
	payment: Pick<PaymentSummary, "amount" | "country" | "operator" | "destination" | "phoneNumber" | "note">,
): PaymentDraft {
	return {
		phone: nationalPart(subscriberNumber(payment)),
		country: payment.country,
		operator: payment.operator,
		amount: payment.amount.replace(/\.00$/, ""),
		note: payment.note ?? "",
	};
}

/** A draft to a recipient of the book; without an operator in the book, it gets the one that the number suggests. */
export function draftForRecipient(
	{ number, country, operator, purpose }: Pick<Recipient, "number" | "country" | "operator" | "purpose">,
	choices: readonly OperatorChoice[],
): PaymentDraft {
	const draft = { phone: nationalPart(number), country, operator: operator ?? "", amount: "", note: purpose ?? "" };
	return { ...draft, operator: operatorFor(draft, operator !== null, choices) };
}
