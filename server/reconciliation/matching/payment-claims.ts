import { sql } from "kysely";
import { PAID_STATES } from "#lib/payment-state.ts";
import {
	type AttemptTimes,
	evidenceWindowOf,
	LINE_AFTER_MS,
	LINE_BEFORE_MS,
} from "#server/payment-records/evidence-window.ts";
import type { PaymentRow } from "#server/payment-records/payment-summary.ts";
import type { Claim } from "#server/reconciliation/matching/match-lines.ts";

/** All payment columns on which a claim's window depends; `attemptColumns` has the rest. Without one, a query computes another window. */
export const CLAIM_COLUMNS = [
	...(["id", "kind", "state", "created_at", "sent_at", "service_sent_at"] as const),
	...(["payer_deadline", "may_have_left_until", "processed_at", "final_at"] as const),
] as const;

export const claimColumns = sql.join(CLAIM_COLUMNS.map((column) => sql.ref(`payment.${column}`)));
export const attemptColumns = sql`attempt.permitted_at, attempt.send_deadline`;

export type ClaimRow = Pick<PaymentRow, (typeof CLAIM_COLUMNS)[number]>;

/** Columns of a left-joined attempt: both are null if the payment has no attempt. */
export type AttemptColumns = { [Time in keyof AttemptTimes]: Date | null };

export function attemptOf({ permitted_at, send_deadline }: AttemptColumns): AttemptTimes | null {
	return permitted_at && send_deadline ? { permitted_at, send_deadline } : null;
}

/** The service may process a payment long after its creation. A payment that was created longer ago than this matches no line. */
export const LONGEST_OPEN_MS = 40 * 86_400_000;

/** Assumption: a line may be dated days after its payment; after a week nobody would connect the two without a hint. */
export const LATE_MS = 7 * 86_400_000;
export const EARLY_MS = 86_400_000;

/** The window covers our times and the service's, since clocks differ. Assumption: the service dates a line near `processed_at`. */
export function paymentClaim(row: ClaimRow, attempt: AttemptTimes | null = null): Claim {
	const window = evidenceWindowOf(row, attempt);
	const [from, to] = [window.from.getTime(), window.to.getTime()];
	const processed = row.processed_at?.getTime();
	return {
		id: row.id,
		owed: PAID_STATES.includes(row.state),
		expectedAt: processed ?? (row.service_sent_at ?? row.sent_at ?? row.created_at).getTime(),
		from: processed === undefined ? from : Math.min(from, processed - LINE_BEFORE_MS),
		to: processed === undefined ? to : Math.max(to, processed + LINE_AFTER_MS),
	};
}

/** An imported transaction has only the service's times. */
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

// A payment's id has no colon, so this prefix tells the two kinds of claim apart.
const TRANSACTION_PREFIX = "transaction:";

export function claimSubject(claimId: string): { paymentId: string | null; reference: string | null } {
	if (!claimId.startsWith(TRANSACTION_PREFIX)) return { paymentId: claimId, reference: null };
	return { paymentId: null, reference: claimId.slice(TRANSACTION_PREFIX.length) };
}
