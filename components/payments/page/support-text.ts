/** What the service's support needs to find a payment that has no reference. Pure; plain values, no mask: it is about this number. */

import { faultOf, stateCause } from "#components/payments/page/state-cause.ts";
import { subscriberNumber } from "#components/payments/payment-number.ts";
import type { Cause } from "#lib/causes.ts";
import type { Payment } from "#lib/contracts/payment.ts";
import { minorOf, toWireNumber } from "#lib/money.ts";

/** `words` gives the line of a key of `payments.support` with its values, `causes` the words of a cause. The key itself is never in it, its fingerprint is. */
export function supportText(
	payment: Payment,
	keyFingerprint: string | null,
	texts: (key: string, values?: Record<string, string>) => string,
	causes: (cause: Cause) => string,
): string {
	const amount = toWireNumber(minorOf(payment.amount));
	const event = stateCause(payment);
	const fault = event ? faultOf(event) : null;
	const said = fault?.words ?? (fault?.cause ? causes(fault.cause) : event?.note);
	const who = payment.kind === "deposit" ? "payer" : "destination";
	return [
		texts("lead"),
		"",
		texts("amount", { amount: `${amount} ${payment.currency}` }),
		texts(who, { number: subscriberNumber(payment) }),
		texts("operator", { operator: `${payment.operatorName} (${payment.operator}, ${payment.country})` }),
		...(payment.sentAt ? [texts("sent", { time: payment.sentAt })] : []),
		...(said ? [texts("said", { happened: said })] : []),
		texts("ours", { id: payment.id }),
		...(payment.opaqueId === payment.id ? [] : [texts("opaque", { id: payment.opaqueId })]),
		...(keyFingerprint ? [texts("key", { fingerprint: keyFingerprint })] : []),
		"",
		payment.reference ? texts("reference", { reference: payment.reference }) : texts("hint"),
	].join("\n");
}
