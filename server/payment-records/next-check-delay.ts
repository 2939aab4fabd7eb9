import { FINAL_STATUS_STATES, type PaymentKind, type PaymentState } from "#lib/payment-state.ts";
import type { PaymentRow } from "#server/payment-records/payment-summary.ts";
import { addCheckJobs } from "#server/payment-records/send-job.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

export interface WatchedPayment {
	kind: PaymentKind;
	state: PaymentState;
	reference: string | null;
	hintReference: string | null;
	checks: number;
	sinceSentMs: number;
	/** 0 while the state is open. */
	sinceFinalMs: number;
	/** Negative after the payer's window; null when the window is not known. */
	windowLeftMs: number | null;
	fault: boolean;
	retryAfterSeconds: number | null;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const DEPOSIT_STEPS = [2, 3, 5, 8, 12, 20, 30, 45].map((seconds) => seconds * SECOND);
const PAYOUT_STEPS = [5, 8, 13, 20, 30, 45].map((seconds) => seconds * SECOND);
/** Checks of open payments resume within 60 s of the service's recovery: this delay, its jitter and the queue wait fit into that. */
const FAULT_DELAY_MS = 30 * SECOND;
const MAX_RETRY_AFTER_MS = HOUR;
/** Assumption: the service takes back a success or a failure within a week, if at all. */
const WATCH_FINAL_MS = 7 * DAY;

/** Returns the milliseconds until the next check; null for none. `random` in [0, 1) spreads by ±10 %. */
export function nextCheckDelay(watched: WatchedPayment, random: number): number | null {
	const steady = steadyDelay(watched);
	if (steady === null) return null;
	// A final payment has no outcome to wait for, so a fault does not make its rare checks frequent.
	const delay =
		watched.fault && !FINAL_STATUS_STATES.includes(watched.state) ? Math.min(steady, FAULT_DELAY_MS) : steady;
	const jittered = Math.round(delay * (0.9 + random * 0.2));
	const asked = Math.min((watched.retryAfterSeconds ?? 0) * SECOND, MAX_RETRY_AFTER_MS);
	return Math.max(jittered, asked);
}

function steadyDelay(watched: WatchedPayment): number | null {
	switch (watched.state) {
		case "pending":
			return watched.reference === null ? null : openDelay(watched);
		case "unknown":
		case "may_have_left":
			return watched.hintReference === null ? null : openDelay(watched);
		case "succeeded":
		case "failed":
			return watched.reference === null ? null : afterFinal(watched.sinceFinalMs);
		default:
			return null;
	}
}

function openDelay({ kind, checks, sinceSentMs, windowLeftMs }: WatchedPayment): number {
	const steps = kind === "deposit" ? DEPOSIT_STEPS : PAYOUT_STEPS;
	const step = steps[Math.min(checks, steps.length - 1)] ?? MINUTE;
	// A deposit nearly always ends within the payer's window, or in the two minutes after it while the operator still processes it.
	const pastMs = windowLeftMs === null ? sinceSentMs - 6 * HOUR : -windowLeftMs - 2 * MINUTE;
	if (pastMs <= 0) return step;
	if (pastMs <= HOUR) return Math.max(step, 5 * MINUTE);
	return pastMs <= DAY ? 30 * MINUTE : 4 * HOUR;
}

function afterFinal(sinceFinalMs: number): number | null {
	if (sinceFinalMs >= WATCH_FINAL_MS) return null;
	if (sinceFinalMs < 10 * MINUTE) return 5 * MINUTE;
	if (sinceFinalMs < 3 * HOUR) return HOUR;
	return sinceFinalMs < DAY ? 6 * HOUR : DAY;
}

interface CheckEnd {
	fault?: boolean;
	retryAfterSeconds?: number | null;
}

/** Plans the next check of `payment`, the row after the change or check. */
export async function planCheck(
	trx: DatabaseTransaction,
	at: Date,
	payment: PaymentRow,
	end: CheckEnd = {},
): Promise<void> {
	const { nextCheckAt, delayMs } = nextCheckOf(at, payment, end);
	await trx.updateTable("payment").set({ next_check_at: nextCheckAt }).where("id", "=", payment.id).execute();
	if (delayMs !== null) await addCheckJobs(trx, [{ payment, delayMs }]);
}

/** Computes the next check for a caller that writes `next_check_at` itself; both values are null when no check follows. */
export function nextCheckOf(
	at: Date,
	payment: Omit<PaymentRow, "next_check_at">,
	end: CheckEnd = {},
): { nextCheckAt: Date | null; delayMs: number | null } {
	const since = (date: Date | null) => (date === null ? 0 : at.getTime() - date.getTime());
	const delayMs = nextCheckDelay(
		{
			kind: payment.kind,
			state: payment.state,
			reference: payment.reference,
			hintReference: payment.hint_reference,
			checks: payment.checks,
			sinceSentMs: since(payment.sent_at ?? payment.created_at),
			sinceFinalMs: since(payment.final_at),
			windowLeftMs: payment.payer_deadline ? -since(payment.payer_deadline) : null,
			fault: end.fault ?? false,
			retryAfterSeconds: end.retryAfterSeconds ?? null,
		},
		Math.random(),
	);
	return { nextCheckAt: delayMs === null ? null : new Date(at.getTime() + delayMs), delayMs };
}

export async function payerWindowEnd(trx: DatabaseTransaction, payment: PaymentRow): Promise<Date | null> {
	if (payment.kind === "payout") return null;
	const operator = await trx
		.selectFrom("operator")
		.select("window_minutes")
		.where("code", "=", payment.operator)
		.executeTakeFirst();
	if (!operator || payment.sent_at === null) return null;
	return new Date(payment.sent_at.getTime() + operator.window_minutes * 60_000);
}
