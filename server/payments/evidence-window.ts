/**
 * When a payment's movement may appear: from five minutes before its permit (clocks differ) to thirty after its deadline. Pure.
 * Assumption: the service dates a movement at the time at which it moves the money, within half an hour of the POST's deadline.
 */
import type { PaymentRow } from "#server/payments/payment-summary.ts";
import { TIMING } from "#server/payments/timing.ts";

export interface EvidenceWindow {
	from: Date;
	to: Date;
}

/** How much earlier than its payment a line may be dated: clocks differ. */
export const LINE_BEFORE_MS = 5 * 60_000;
/** How much later than the last moment at which its payment may have been made. */
export const LINE_AFTER_MS = 30 * 60_000;

type Sent = Pick<
	PaymentRow,
	"kind" | "created_at" | "sent_at" | "payer_deadline" | "may_have_left_until" | "processed_at"
>;

/** By the database's clock: the payment's own times are those of whichever program sent it, and may be an hour off. */
export interface AttemptTimes {
	permitted_at: Date;
	send_deadline: Date;
}

/**
 * Without an attempt in this database (it may have left in the time that was lost): from its creation until thirty minutes after
 * the doubt was acknowledged. For a deposit its payer's deadline counts as well, and who pays late is paid late.
 */
export function evidenceWindowOf(payment: Sent, attempt: AttemptTimes | null): EvidenceWindow {
	const begin = (attempt?.permitted_at ?? payment.sent_at ?? payment.created_at).getTime();
	const isOpenEnded = payment.kind === "deposit" || (attempt === null && payment.sent_at === null);
	// The payer's time is counted from the permit, whatever the program's clock said of it.
	const ahead = attempt !== null && payment.sent_at !== null ? begin - payment.sent_at.getTime() : 0;
	const openEnd = +(payment.payer_deadline ?? payment.may_have_left_until ?? 0) + ahead;
	const end = isOpenEnded ? Math.max(openEnd, +(payment.processed_at ?? 0)) : 0;
	const last = Math.max(attempt?.send_deadline.getTime() ?? 0, begin + TIMING.permitMs, end);
	return { from: new Date(begin - LINE_BEFORE_MS), to: new Date(last + LINE_AFTER_MS) };
}

// Further away nobody would take a line for the payment's without being told.
const NEAR_MS = 7 * 86_400_000;

/** Lines outside of the window and in this stretch are near misses. */
export function nearWindowOf({ from, to }: EvidenceWindow): EvidenceWindow {
	return { from: new Date(from.getTime() - NEAR_MS), to: new Date(to.getTime() + NEAR_MS) };
}
