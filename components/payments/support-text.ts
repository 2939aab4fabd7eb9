/** What the service's support needs to find a payout that has no reference. Pure; plain values, no mask: it is about this number. */
import type { Payment } from "#lib/contracts/payment.ts";
import { parseDecimal, toWireNumber } from "#lib/money.ts";

/** `words` gives the line of a key of `payments.support` with its values. */
export function supportText(payment: Payment, words: (key: string, values?: Record<string, string>) => string): string {
	const minor = parseDecimal(payment.amount);
	const amount = minor === null ? payment.amount : toWireNumber(minor);
	const said = payment.history.findLast((event) => event.state === payment.state)?.note;
	return [
		words("lead"),
		"",
		words("amount", { amount: `${amount} ${payment.currency}` }),
		words("destination", { number: payment.destination ?? "" }),
		words("operator", { operator: `${payment.operatorName} (${payment.operator}, ${payment.country})` }),
		...(payment.sentAt ? [words("sent", { time: payment.sentAt })] : []),
		...(said ? [words("said", { reason: said })] : []),
		words("opaque", { id: payment.opaqueId }),
		"",
		payment.reference ? words("reference", { reference: payment.reference }) : words("hint"),
	].join("\n");
}
