import { transactionTypeOf } from "#lib/payment-state.ts";
import { inSlices } from "#lib/slices.ts";
import { type EvidenceWindow, nearWindowOf } from "#server/payments/evidence-window.ts";
import type { PaymentRow } from "#server/payments/payment-line.ts";
import { type Line, matchLines } from "#server/reconciliation/match-lines.ts";
import { readDecided, readFacts, type Store } from "#server/reconciliation/read-facts.ts";

/** Ids. Near: in the week before the window or after it. */
export interface FreeLines {
	inside: string[];
	near: string[];
}

/**
 * The lines in and around a payment's window that may be its own: of its type and amount, and neither another payment's nor
 * explained by a person. Matched anew, so that it is true at this moment and not as of the last reconciliation.
 */
export async function findFreeLines(store: Store, payment: PaymentRow, window: EvidenceWindow): Promise<FreeLines> {
	const { environment, currency, amount } = payment;
	const decided = await readDecided(store, { environment, currency });
	const facts = { type: transactionTypeOf(payment.kind), amount, ...nearWindowOf(window) };
	const [found] = await readFacts(store, { environment, currency }, [facts], new Date(0), decided);
	if (!found) return { inside: [], near: [] };
	const { lines } = await inSlices(matchLines(found.claims, found.lines));
	const free = found.lines.filter(({ id }) => {
		const verdict = lines.get(id);
		return verdict?.status !== "matched" || verdict.claimId === payment.id;
	});
	const within = ({ from, to }: EvidenceWindow, { at }: Line) => at >= from.getTime() && at <= to.getTime();
	return {
		inside: free.filter((line) => within(window, line)).map(({ id }) => id),
		near: free.filter((line) => within(facts, line) && !within(window, line)).map(({ id }) => id),
	};
}
