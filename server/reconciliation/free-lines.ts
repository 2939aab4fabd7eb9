import { transactionTypeOf } from "#lib/payment-state.ts";
import { evidenceWindow } from "#server/payments/evidence-window.ts";
import type { PaymentRow } from "#server/payments/payment-line.ts";
import { matchLines } from "#server/reconciliation/match-lines.ts";
import { readDecided, readFacts, type Store } from "#server/reconciliation/read-facts.ts";

/**
 * Ids of the lines in a payment's window that may be its own: of its type and amount, and neither another payment's nor
 * explained by a person. Matched anew, so that it is true at this moment and not as of the last reconciliation.
 */
export async function findFreeLines(store: Store, payment: PaymentRow): Promise<string[]> {
	const { environment, currency, amount } = payment;
	const window = evidenceWindow(payment);
	const decided = await readDecided(store, { environment, currency });
	const facts = { type: transactionTypeOf(payment.kind), amount, from: window.from, to: window.to };
	const [found] = await readFacts(store, { environment, currency }, [facts], new Date(0), decided);
	if (!found) return [];
	const { lines } = matchLines(found.claims, found.lines);
	return found.lines.flatMap(({ id, at }) => {
		const verdict = lines.get(id);
		const isAnothers = verdict?.status === "matched" && verdict.claimId !== payment.id;
		return isAnothers || at < window.from.getTime() || at > window.to.getTime() ? [] : [id];
	});
}
