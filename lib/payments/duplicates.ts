/** Decides when a person must look at twins, payouts of the same number and amount, before one of them continues. */
import { mayHaveLeft, type PaymentState } from "#lib/payment-state.ts";

export interface Twin {
	id: string;
	state: PaymentState;
	/** Ids of twins that a person saw and gave a reason for, when requesting, editing or approving this payout. */
	seen: readonly string[];
}

type Own = Pick<Twin, "id" | "seen">;

/**
 * Returns the twins for which an approver of this payout must give a reason: nobody saw them yet. A twin that itself waits for approval is
 * left out when its own maker or approver saw this payout.
 */
export function unseenAtApproval(own: Own, others: readonly Twin[]): string[] {
	return others
		.filter((other) => !own.seen.includes(other.id))
		.filter((other) => other.state !== "awaiting_approval" || !other.seen.includes(own.id))
		.map(({ id }) => id);
}

/**
 * Returns the twins that keep this payout from its permit: they may have left, and nobody saw the two together. When both are approved,
 * the first leaves and the second returns to approval, so that twins never block each other.
 */
export function unseenAtPermit(own: Own, others: readonly Twin[]): string[] {
	return others
		.filter(({ state }) => mayHaveLeft(state))
		.filter((other) => !own.seen.includes(other.id) && !other.seen.includes(own.id))
		.map(({ id }) => id);
}
