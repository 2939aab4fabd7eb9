"use client";
import { useQuery } from "@tanstack/react-query";
import { useSettled } from "#components/payments/preview/use-settled.ts";
import type { DraftText } from "#components/payments/use-draft-text.ts";
import type { PayoutPreview, PayoutPreviewRequest } from "#lib/contracts/payment.ts";
import { paymentQueries } from "#lib/queries/payments.ts";

/** What would become of the payout that stands in the form; undefined until there is an amount, and of another amount never. */
export function usePayoutPreview(draftText: DraftText, correcting?: string): PayoutPreview | undefined {
	const asked = useSettled<PayoutPreviewRequest>(requestOf(draftText, correcting));
	const query = useQuery({
		...paymentQueries.preview(asked ?? { amount: "1", currency: "XXX", destination: null }),
		enabled: asked !== null,
	});
	return asked === null || query.isPlaceholderData ? undefined : query.data;
}

function requestOf({ decimal, operator, e164 }: DraftText, correcting: string | undefined): string | null {
	if (decimal === null || operator === null) return null;
	const amount = decimal.replace(/\.00$/, "");
	return JSON.stringify({
		amount,
		currency: operator.currency,
		operator: operator.code,
		destination: e164,
		...(correcting ? { correcting } : {}),
	} satisfies PayoutPreviewRequest);
}
