/** Which line a payment is owed, or may have: its window, from what is known of it. Pure. */
import { PAID_STATES } from "#lib/payment-state.ts";
import {
	type AttemptTimes,
	evidenceWindowOf,
	LINE_AFTER_MS,
	LINE_BEFORE_MS,
} from "#server/payments/evidence-window.ts";
import type { PaymentRow } from "#server/payments/payment-summary.ts";
import type { Claim } from "#server/reconciliation/match-lines.ts";

export type ClaimRow = Pick<
	PaymentRow,
	"id" | "kind" | "state" | "created_at" | "sent_at" | "payer_deadline" | "may_have_left_until" | "processed_at"
> & {
	/** By the database's clock, where they were read with it. */
	attempt?: AttemptTimes | null;
};

/** A payment may be processed long after it was made: those made longer ago are not asked for a line's sake. */
export const LONGEST_OPEN_MS = 40 * 86_400_000;

/** Around our own times and, since clocks differ, around the service's. Assumption: it dates a line at about its `processed_at`. */
export function paymentClaim(row: ClaimRow): Claim {
	const window = evidenceWindowOf(row, row.attempt ?? null);
	const [from, to] = [window.from.getTime(), window.to.getTime()];
	const processed = row.processed_at?.getTime();
	return {
		id: row.id,
		owed: PAID_STATES.includes(row.state),
		expectedAt: processed ?? (row.sent_at ?? row.created_at).getTime(),
		from: processed === undefined ? from : Math.min(from, processed - LINE_BEFORE_MS),
		to: processed === undefined ? to : Math.max(to, processed + LINE_AFTER_MS),
	};
}

/** A transaction that was not started here: only the service's own times are known of it. */
export function transactionClaim(row: { reference: string; created_at: Date; processed_at: Date | null }): Claim {
	const expectedAt = (row.processed_at ?? row.created_at).getTime();
	return {
		id: `${TRANSACTION_PREFIX}${row.reference}`,
		owed: true,
		expectedAt,
		from: Math.min(row.created_at.getTime(), expectedAt) - LINE_BEFORE_MS,
		to: expectedAt + LINE_AFTER_MS,
	};
}

// A payment's id has no colon.
const TRANSACTION_PREFIX = "transaction:";

/** What a claim's id stands for. */
export function claimSubject(claimId: string): { paymentId: string | null; reference: string | null } {
	if (!claimId.startsWith(TRANSACTION_PREFIX)) return { paymentId: claimId, reference: null };
	return { paymentId: null, reference: claimId.slice(TRANSACTION_PREFIX.length) };
}
