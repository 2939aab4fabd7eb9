/** Two payouts of one number and amount: who must look at the other before one of them goes on. Pure. */
import { mayHaveLeft, type PaymentState } from "#lib/payment-state.ts";

export interface Twin {
	id: string;
	state: PaymentState;
	/** Ids of payouts that somebody looked at, with a reason, when this one was asked for, corrected or approved. */
	seen: readonly string[];
}

type Own = Pick<Twin, "id" | "seen">;

/**
 * Whoever approves looks at each that its own people have not seen, unless it still waits and its people have seen this one:
 * then its own approver will look.
 */
export function unseenAtApproval(own: Own, others: readonly Twin[]): string[] {
	return others
		.filter((other) => !own.seen.includes(other.id))
		.filter((other) => other.state !== "awaiting_approval" || !other.seen.includes(own.id))
		.map(({ id }) => id);
}

/**
 * At the permit only what may have left counts, and only where nobody has looked at the two of them: of two that wait for
 * their permits the first leaves and the second goes back to its approvers, so that they never hold each other up for ever.
 */
export function unseenAtPermit(own: Own, others: readonly Twin[]): string[] {
	return others
		.filter(({ state }) => mayHaveLeft(state))
		.filter((other) => !own.seen.includes(other.id) && !other.seen.includes(own.id))
		.map(({ id }) => id);
}
