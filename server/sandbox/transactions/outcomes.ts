/**
 * Chooses a transaction's outcome. The last three digits of a magic number decide it, the same in every country; for other
 * numbers the subscriber decides, or chance with the autopilot on.
 */
import type { FaultCall } from "#server/sandbox/faults/fault-table.ts";

/** Codes that precede the final status in the history. */
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

export interface DepositPlan {
	/** `subscriber`: the person on the phone decides. */
	result: "success" | "subscriber" | "stuck" | FailureCode;
}

export interface PayoutPlan {
	result: "success" | "stuck" | "out_of_funds" | FailureCode;
	/** 0: the answer to the request already has the result. */
	delayMs: number;
	fault?: FaultCall;
	unordered?: boolean;
}

export const MAGIC_DEPOSITS: Record<string, DepositPlan["result"]> = {
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

export function planDeposit(phoneNumber: string): DepositPlan {
	return { result: MAGIC_DEPOSITS[phoneNumber.slice(-3)] ?? "subscriber" };
}

/** `chance` off: ordinary numbers are paid at once. Shares: 70 % at once, 25 % in 2–40 s, 3 % fail, 1 % stuck, 1 % lost. */
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

/** Time until a deposit of a magic number ends. */
export const MAGIC_DEPOSIT_MS = 3_000;

/** Behaviour of a payer on autopilot: 92 % pay, 4 % refuse, 2 % have too little, 2 % never answer. */
export function payerMood(random: () => number): "pay" | "refuse" | "too_poor" | "absent" {
	const share = random();
	if (share < 0.92) return "pay";
	if (share < 0.96) return "refuse";
	return share < 0.98 ? "too_poor" : "absent";
}
