"use client";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { DraftWords } from "#components/payments/draft-words.ts";
import type { PayoutPreview, PayoutPreviewRequest } from "#lib/contracts/payment.ts";
import { paymentQueries } from "#lib/queries/payments.ts";

// Somebody who types a number makes a pause of about this length when done.
const PAUSE_MS = 350;

/** What would become of the payout that stands in the form; undefined until there is an amount, and of another amount never. */
export function usePayoutPreview(words: DraftWords, correcting?: string): PayoutPreview | undefined {
	const asked = useSettled(requestOf(words, correcting));
	const query = useQuery({
		...paymentQueries.preview(asked ?? { amount: "1", currency: "XXX", destination: null }),
		enabled: asked !== null,
	});
	return asked === null || query.isPlaceholderData ? undefined : query.data;
}

function requestOf({ decimal, operator, e164 }: DraftWords, correcting: string | undefined): string | null {
	if (decimal === null || operator === null) return null;
	const amount = decimal.replace(/\.00$/, "");
	return JSON.stringify({
		amount,
		currency: operator.currency,
		destination: e164,
		...(correcting ? { correcting } : {}),
	} satisfies PayoutPreviewRequest);
}

/** Follows a text once it has stood still. */
function useSettled(text: string | null): PayoutPreviewRequest | null {
	const [settled, setSettled] = useState<string | null>(null);
	useEffect(() => {
		const timer = setTimeout(() => setSettled(text), PAUSE_MS);
		return () => clearTimeout(timer);
	}, [text]);
	return settled === null || settled !== text ? null : (JSON.parse(settled) as PayoutPreviewRequest);
}
