/**
 * Chooses a transaction's outcome. The last three digits of a magic number decide the outcome in every country. Other deposits wait for
 * the subscriber; other payouts succeed or, with the autopilot, end by chance.
 */
import type { Flow } from "#lib/payments/flows.ts";
import type { FaultCall } from "#server/sandbox/faults/fault-table.ts";

/** Failure codes, which the history shows before the final status `failed`. */
export const FAILURE_CODES = [
	"insufficient_balance",
	"payer_limit",
	"not_approved",
	"wrong_pin",
	"wrong_otp",
	"payer_not_found",
	"recipient_not_found",
	"unspecified",
] as const;
export type FailureCode = (typeof FAILURE_CODES)[number];

/** `subscriber`: the person on the phone decides. */
type DepositResult = "success" | "subscriber" | "stuck" | FailureCode;

export interface PayoutPlan {
	result: "success" | "stuck" | "out_of_funds" | FailureCode;
	/** 0: the payout ends before its request is answered, so that the answer shows the result. */
	delayMs: number;
	fault?: FaultCall;
	unordered?: boolean;
}

export const MAGIC_DEPOSITS: Record<string, DepositResult> = {
	"019": "payer_limit",
	"029": "payer_not_found",
	"039": "not_approved",
	"049": "insufficient_balance",
	"069": "unspecified",
	"129": "stuck",
	"789": "success",
};

const QUICK_MS = 2_000;

export const MAGIC_PAYOUTS: Record<string, PayoutPlan> = {
	"089": { result: "recipient_not_found", delayMs: QUICK_MS },
	"119": { result: "unspecified", delayMs: QUICK_MS },
	"129": { result: "stuck", delayMs: 0 },
	"159": { result: "success", delayMs: 0, unordered: true },
	"169": { result: "out_of_funds", delayMs: 0 },
	"179": { result: "success", delayMs: 0, fault: { fault: "slow", params: { ms: 3_000 } } },
	"189": { result: "success", delayMs: 0, fault: { fault: "reset-before", params: {} } },
	"199": { result: "success", delayMs: 0, fault: { fault: "reset-after", params: {} } },
	"789": { result: "success", delayMs: 0 },
};

export function planDeposit(phoneNumber: string): DepositResult {
	return MAGIC_DEPOSITS[phoneNumber.slice(-3)] ?? "subscriber";
}

/** `chance.on`: the autopilot is on. While it is off, a number that is not magic is paid at once. */
export function planPayout(phoneNumber: string, chance: { on: boolean; random: () => number }): PayoutPlan {
	const magic = MAGIC_PAYOUTS[phoneNumber.slice(-3)];
	if (magic) return magic;
	if (!chance.on) return { result: "success", delayMs: 0 };
	const share = chance.random();
	const later = 2_000 + Math.round(chance.random() * 38_000);
	if (share < 0.7) return { result: "success", delayMs: 0 };
	if (share < 0.95) return { result: "success", delayMs: later };
	if (share < 0.98) return { result: "recipient_not_found", delayMs: later * 2 };
	if (share < 0.99) return { result: "stuck", delayMs: 0 };
	return { result: "success", delayMs: 0, fault: { fault: "reset-after", params: {} } };
}

export const MAGIC_DEPOSIT_MS = 3_000;

export function payerMood(random: () => number): "pay" | "refuse" | "too_poor" | "absent" {
	const share = random();
	if (share < 0.92) return "pay";
	if (share < 0.96) return "refuse";
	return share < 0.98 ? "too_poor" : "absent";
}

/** Time from the subscriber's answer until the deposit gets its final status. */
export const SETTLE_MS: Record<Flow, number> = { payment_url: 1_000, otp: 5_000, ussd: 2_000 };
// The time in which half of the payers answer, and the time in which 95 % do.
const ANSWER_TIMES: Record<Flow, { medianMs: number; p95Ms: number }> = {
	ussd: { medianMs: 20_000, p95Ms: 180_000 },
	payment_url: { medianMs: 45_000, p95Ms: 240_000 },
	otp: { medianMs: 40_000, p95Ms: 200_000 },
};

/** Draws the log-normal delay, in ms, after which a payer answers. */
export function payerDelayMs(flow: Flow, random: () => number): number {
	const { medianMs, p95Ms } = ANSWER_TIMES[flow];
	const sigma = Math.log(p95Ms / medianMs) / 1.645;
	const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
	return Math.round(medianMs * Math.exp(sigma * normal));
}
