import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { NumberOperator } from "#components/payments/form/operator-choice.ts";
import type { DraftText } from "#components/payments/use-draft-text.ts";
import { useDebounced } from "#components/ui/use-debounced.ts";
import type { DepositPreview } from "#lib/contracts/payment.ts";
import type { DepositPreviewRequest, PayoutPreviewRequest } from "#lib/contracts/payment-request.ts";
import { paymentQueries } from "#lib/queries/payments.ts";
import { recipientQueries } from "#lib/queries/recipients.ts";
import { typedText } from "#lib/text/typed-text.ts";

/** Returns the typed facts; null while the amount or the operator is missing. */
function typedFacts({ decimal, operator }: DraftText): DepositPreviewRequest | null {
	if (decimal === null || operator === null) return null;
	return { amount: decimal.replace(/\.00$/, ""), currency: operator.currency, operator: operator.code };
}

/** Returns the preview of the typed deposit; undefined without amount or operator, and until the preview of exactly this input loads. */
export function useDepositPreview(draftText: DraftText): DepositPreview | undefined {
	const request = typedFacts(draftText);
	const isAsked = useDebounced(request && JSON.stringify(request)) !== null;
	const query = useQuery({
		...paymentQueries.depositPreview(request ?? { amount: "1", currency: "XXX", operator: "none" }),
		enabled: isAsked,
	});
	return isAsked && !query.isPlaceholderData ? query.data : undefined;
}

/** `preview` is undefined without amount or operator, until the preview of exactly this input loads, and when it could not be read. */
export function usePayoutPreview(draftText: DraftText, note: string, correcting?: string) {
	const facts = typedFacts(draftText);
	const purpose = typedText(note);
	const request: PayoutPreviewRequest | null = facts && {
		...facts,
		destination: draftText.e164,
		...(purpose ? { metadata: { note: purpose } } : {}),
		...(correcting ? { correcting } : {}),
	};
	const isAsked = useDebounced(request && JSON.stringify(request)) !== null;
	const query = useQuery({
		...paymentQueries.preview(request ?? { amount: "1", currency: "XXX", destination: null }),
		enabled: isAsked,
	});
	return { preview: isAsked && !query.isPlaceholderData ? query.data : undefined, query };
}

/** Returns the number's operator in the book, else that of its last paid payout; null while unknown. */
export function useUsualOperator(e164: string | null): NumberOperator | null {
	const asked = useDebounced(e164);
	const { data } = useQuery({ ...recipientQueries.usualOperator(asked ?? ""), enabled: asked !== null });
	const operator = data?.operator;
	return useMemo(() => (asked && operator ? { e164: asked, operator } : null), [asked, operator]);
}
