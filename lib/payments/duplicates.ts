/** Decides when a person must compare two payouts with the same number and amount before one of them continues. */
import { mayHaveLeft, type PaymentState } from "#lib/payment-state.ts";

export interface Twin {
	id: string;
	state: PaymentState;
	/** Ids of payouts that a person compared with this one, giving a reason, when requesting, editing or approving this one. */
	seen: readonly string[];
}

type Own = Pick<Twin, "id" | "seen">;

/**
 * Returns the payouts that an approver must compare with this one: those that its people have not seen. A waiting payout whose
 * people have seen this one is left to its own approver.
 */
export function unseenAtApproval(own: Own, others: readonly Twin[]): string[] {
	return others
		.filter((other) => !own.seen.includes(other.id))
		.filter((other) => other.state !== "awaiting_approval" || !other.seen.includes(own.id))
		.map(({ id }) => id);
}

/**
 * At the permit only payouts that may have left count, and only if nobody compared the two. Of two waiting payouts the first
 * leaves and the second returns to its approvers, so that they never block each other for ever.
 */
export function unseenAtPermit(own: Own, others: readonly Twin[]): string[] {
	return others
		.filter(({ state }) => mayHaveLeft(state))
		.filter((other) => !own.seen.includes(other.id) && !other.seen.includes(own.id))
		.map(({ id }) => id);
}
