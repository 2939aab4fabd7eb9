"use client";
import { useQuery } from "@tanstack/react-query";
import { useSettled } from "#components/payments/preview/use-settled.ts";
import type { DraftText } from "#components/payments/use-draft-text.ts";
import type { DepositPreview, DepositPreviewRequest } from "#lib/contracts/payment.ts";
import { paymentQueries } from "#lib/queries/payments.ts";

/** What would arrive of the deposit that stands in the form; undefined until there is an amount, and of another amount never. */
export function useDepositPreview({ decimal, operator }: DraftText): DepositPreview | undefined {
	const request: DepositPreviewRequest | null =
		decimal === null || operator === null
			? null
			: { amount: decimal.replace(/\.00$/, ""), currency: operator.currency, operator: operator.code };
	const asked = useSettled<DepositPreviewRequest>(request && JSON.stringify(request));
	const query = useQuery({
		...paymentQueries.depositPreview(asked ?? { amount: "1", currency: "XXX", operator: "none" }),
		enabled: asked !== null,
	});
	return asked === null || query.isPlaceholderData ? undefined : query.data;
}
