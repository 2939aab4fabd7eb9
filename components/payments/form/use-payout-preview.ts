import { useQuery } from "@tanstack/react-query";
import { useSettled } from "#components/payments/preview/use-settled.ts";
import type { DraftText } from "#components/payments/use-draft-text.ts";
import type { PayoutPreview } from "#lib/contracts/payment.ts";
import type { PayoutPreviewRequest } from "#lib/contracts/payment-request.ts";
import { paymentQueries } from "#lib/queries/payments.ts";
import { typedText } from "#lib/text/typed-text.ts";

/** Previews the payout in the form. Undefined without an amount, and while another amount is being checked. */
export function usePayoutPreview(draftText: DraftText, note: string, correcting?: string): PayoutPreview | undefined {
	const asked = useSettled<PayoutPreviewRequest>(requestOf(draftText, typedText(note), correcting));
	const query = useQuery({
		...paymentQueries.preview(asked ?? { amount: "1", currency: "XXX", destination: null }),
		enabled: asked !== null,
	});
	return asked === null || query.isPlaceholderData ? undefined : query.data;
}

function requestOf(
	{ decimal, operator, e164 }: DraftText,
	note: string,
	correcting: string | undefined,
): string | null {
	if (decimal === null || operator === null) return null;
	const amount = decimal.replace(/\.00$/, "");
	return JSON.stringify({
		amount,
		currency: operator.currency,
		operator: operator.code,
		destination: e164,
		...(note ? { metadata: { note } } : {}),
		...(correcting ? { correcting } : {}),
	} satisfies PayoutPreviewRequest);
}
