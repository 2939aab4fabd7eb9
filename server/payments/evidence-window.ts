/**
 * When a payment's movement may appear: from five minutes before its permit (clocks differ) to thirty after its deadline. Pure.
 * Assumption: the service dates a movement at the time at which it moves the money, within half an hour of the POST's deadline.
 */
import type { PaymentRow } from "#server/payments/payment-line.ts";
import { TIMING } from "#server/payments/timing.ts";

export interface EvidenceWindow {
	from: Date;
	to: Date;
}

const BEFORE_PERMIT_MS = 5 * 60_000;
const AFTER_DEADLINE_MS = 30 * 60_000;

type Sent = Pick<PaymentRow, "kind" | "created_at" | "sent_at" | "deadline_at" | "processed_at">;

/** The deadline is the permit's; a deposit's is the payer's, and who pays late is paid late. */
export function evidenceWindow(payment: Sent): EvidenceWindow {
	const sentAt = (payment.sent_at ?? payment.created_at).getTime();
	// A deposit ends with its payer; what has no permit here may have left until its doubt was acknowledged.
	const isOpenEnded = payment.kind === "deposit" || payment.sent_at === null;
	const payerEnd = isOpenEnded ? Math.max(+(payment.deadline_at ?? 0), +(payment.processed_at ?? 0)) : 0;
	const deadline = Math.max(sentAt + TIMING.permitMs, payerEnd);
	return { from: new Date(sentAt - BEFORE_PERMIT_MS), to: new Date(deadline + AFTER_DEADLINE_MS) };
}
