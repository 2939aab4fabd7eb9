import type { PaymentDraft } from "#components/payments/payment-draft.ts";
import type { PaymentSummary } from "#lib/contracts/payment.ts";
import { nationalPart } from "#lib/phone.ts";

export function draftOf(
	payout: Pick<PaymentSummary, "amount" | "country" | "operator" | "destination" | "note">,
): PaymentDraft {
	return {
		phone: nationalPart(payout.destination ?? ""),
		country: payout.country,
		operator: payout.operator,
		amount: payout.amount.replace(/\.00$/, ""),
		note: payout.note ?? "",
	};
}
