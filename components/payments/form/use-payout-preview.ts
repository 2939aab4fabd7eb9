import { useQuery } from "@tanstack/react-query";
import { useSettled } from "#components/payments/preview/use-settled.ts";
import type { DraftText } from "#components/payments/use-draft-text.ts";
import type { PayoutPreview } from "#lib/contracts/payment.ts";
import type { PayoutPreviewRequest } from "#lib/contracts/payment-request.ts";
import { paymentQueries } from "#lib/queries/payments.ts";
import { typedText } from "#lib/text/typed-text.ts";

interface ShownPreview {
	/** Undefined without an amount, while another amount is being checked, and when it could not be read. */
	preview: PayoutPreview | undefined;
	/** It is on its way; what it says is not shown yet. */
	isAwaited: boolean;
}

/** Previews the payout in the form. */
export function usePayoutPreview(draftText: DraftText, note: string, correcting?: string): ShownPreview {
	const request = requestOf(draftText, typedText(note), correcting);
	const asked = useSettled<PayoutPreviewRequest>(request);
	const query = useQuery({
		...paymentQueries.preview(asked ?? { amount: "1", currency: "XXX", destination: null }),
		enabled: asked !== null,
	});
	const preview = asked === null || query.isPlaceholderData ? undefined : query.data;
	const isAwaited = request !== null && preview === undefined && (asked === null || query.isFetching);
	return { preview, isAwaited };
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
