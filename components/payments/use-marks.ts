import { useState } from "react";
import type { PaymentSummary } from "#lib/contracts/payment.ts";

export interface Marks {
	items: readonly PaymentSummary[];
	has: (payment: Pick<PaymentSummary, "id">) => boolean;
	mark: (payments: readonly PaymentSummary[], isMarked: boolean) => void;
	clear: () => void;
}

/** Payments that a person has marked for one answer, as they were shown; they stay marked on other pages of the list. */
export function useMarks(): Marks {
	const [marked, setMarked] = useState<ReadonlyMap<string, PaymentSummary>>(new Map());
	return {
		items: [...marked.values()],
		has: ({ id }) => marked.has(id),
		mark(payments, isMarked) {
			const next = new Map(marked);
			for (const payment of payments) {
				if (isMarked) next.set(payment.id, payment);
				else next.delete(payment.id);
			}
			setMarked(next);
		},
		clear: () => setMarked(new Map()),
	};
}
