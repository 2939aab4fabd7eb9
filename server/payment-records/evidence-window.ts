/**
 * Computes the earliest and the latest date that a payment's movement may have. Pure. Assumption: the service dates a movement when it
 * moves the money, at most half an hour after the POST's deadline.
 */
import type { PaymentRow } from "#server/payment-records/payment-summary.ts";
import { TIMING } from "#server/payment-records/send-timing.ts";

export interface EvidenceWindow {
	from: Date;
	to: Date;
}

/** Clocks differ, so a line may be dated this much before its payment. */
export const LINE_BEFORE_MS = 5 * 60_000;
/** A line may be dated this much after the last moment at which its payment may have been made. */
export const LINE_AFTER_MS = 30 * 60_000;

type Times = "created_at" | "sent_at" | "service_sent_at" | "payer_deadline" | "may_have_left_until";
type Sent = Pick<PaymentRow, "kind" | "state" | Times | "processed_at" | "final_at">;

/** These are database times, because the payment's own times come from the sending program, whose clock may be an hour off. */
export interface AttemptTimes {
	permitted_at: Date;
	send_deadline: Date;
}

/**
 * Without an attempt in this database, as after a restore, the window runs from the payment's creation until the mismatch was
 * acknowledged. A deposit's reaches its payer's deadline and its processing, since late payers count as paid. A success without the time
 * of processing reaches our time of it. The window covers the database's clock and the service's, which dates the lines.
 */
export function evidenceWindowOf(payment: Sent, attempt: AttemptTimes | null): EvidenceWindow {
	const begin = (attempt?.permitted_at ?? payment.sent_at ?? payment.created_at).getTime();
	const isOpenEnded = payment.kind === "deposit" || (attempt === null && payment.sent_at === null);
	// `payer_deadline` counts from `sent_at` by the program's clock; `ahead` moves it to database time.
	const ahead = attempt !== null && payment.sent_at !== null ? begin - payment.sent_at.getTime() : 0;
	const openEnd = isOpenEnded ? +(payment.payer_deadline ?? payment.may_have_left_until ?? 0) : 0;
	const isUntimed = payment.state === "succeeded" && payment.processed_at === null;
	const known = Math.max(openEnd, isUntimed ? +(payment.final_at ?? 0) : 0) + ahead;
	const last = Math.max(attempt?.send_deadline.getTime() ?? 0, begin + TIMING.permitMs, known);
	const difference = payment.service_sent_at ? payment.service_sent_at.getTime() - begin : 0;
	const end = Math.max(last + Math.max(0, difference), isOpenEnded ? +(payment.processed_at ?? 0) : 0);
	return { from: new Date(begin + Math.min(0, difference) - LINE_BEFORE_MS), to: new Date(end + LINE_AFTER_MS) };
}

// A line further outside the payment's window than this is not offered as the payment's.
const NEAR_MS = 7 * 86_400_000;

export function nearWindowOf({ from, to }: EvidenceWindow): EvidenceWindow {
	return { from: new Date(from.getTime() - NEAR_MS), to: new Date(to.getTime() + NEAR_MS) };
}
