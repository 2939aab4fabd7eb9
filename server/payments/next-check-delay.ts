/** When to ask the service again about a payment. Pure. */
import type { PaymentKind, PaymentState } from "#lib/payment-state.ts";

export interface Watched {
	kind: PaymentKind;
	state: PaymentState;
	reference: string | null;
	hintReference: string | null;
	/** Since the last change of state. */
	checks: number;
	/** Since the permit. */
	sinceSentMs: number;
	/** Since the state became final; 0 while it is open. */
	sinceFinalMs: number;
	/** Until the payer's window ends, negative afterwards; null when it is not known. */
	windowLeftMs: number | null;
	/** The last check failed. */
	fault: boolean;
	retryAfterSeconds: number | null;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The desk recovers within 60 s of the service: the longest step, its jitter and the check's turn in line fit into them. */
const DEPOSIT_STEPS = [2, 3, 5, 8, 12, 20, 30, 45].map((seconds) => seconds * SECOND);
const PAYOUT_STEPS = [5, 8, 13, 20, 30, 45].map((seconds) => seconds * SECOND);
const FAULT_DELAY_MS = 30 * SECOND;
const MAX_RETRY_AFTER_MS = HOUR;
/** Assumption: a success that is taken back is taken back within a week. */
const WATCH_SUCCESS_MS = 7 * DAY;

/** Milliseconds until the next check, or null when there is nothing to check. `random` in [0, 1) spreads by ±10 %. */
export function nextCheckDelay(watched: Watched, random: number): number | null {
	const steady = steadyDelay(watched);
	if (steady === null) return null;
	const delay = watched.fault ? Math.min(steady, FAULT_DELAY_MS) : steady;
	const jittered = Math.round(delay * (0.9 + random * 0.2));
	const asked = Math.min((watched.retryAfterSeconds ?? 0) * SECOND, MAX_RETRY_AFTER_MS);
	return Math.max(jittered, asked);
}

function steadyDelay(watched: Watched): number | null {
	switch (watched.state) {
		case "pending":
			return watched.reference === null ? null : openDelay(watched);
		case "unknown":
		case "may_have_left":
			return watched.hintReference === null ? null : openDelay(watched);
		case "succeeded":
			return watched.reference === null ? null : afterSuccess(watched.sinceFinalMs);
		default:
			return null;
	}
}

function openDelay({ kind, checks, sinceSentMs, windowLeftMs }: Watched): number {
	const steps = kind === "deposit" ? DEPOSIT_STEPS : PAYOUT_STEPS;
	const step = steps[Math.min(checks, steps.length - 1)] ?? MINUTE;
	// A deposit's answer nearly always comes in the payer's window; just after it the operator may still be counting.
	const pastMs = windowLeftMs === null ? sinceSentMs - 6 * HOUR : -windowLeftMs - 2 * MINUTE;
	if (pastMs <= 0) return step;
	if (pastMs <= HOUR) return Math.max(step, 5 * MINUTE);
	return pastMs <= DAY ? 30 * MINUTE : 4 * HOUR;
}

function afterSuccess(sinceFinalMs: number): number | null {
	if (sinceFinalMs >= WATCH_SUCCESS_MS) return null;
	if (sinceFinalMs < 10 * MINUTE) return 5 * MINUTE;
	if (sinceFinalMs < 3 * HOUR) return HOUR;
	return sinceFinalMs < DAY ? 6 * HOUR : DAY;
}
