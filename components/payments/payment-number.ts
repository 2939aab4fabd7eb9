import type { PaymentSummary } from "#lib/contracts/payment.ts";

/** E.164 of the payer or the recipient. */
export function subscriberNumber(payment: Pick<PaymentSummary, "phoneNumber" | "destination">): string {
	return payment.phoneNumber ?? payment.destination ?? "";
}
