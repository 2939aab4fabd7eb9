import { type Entry, oldestFirst } from "#lib/payments/history-order.ts";

/**
 * Maps the service's failure reasons to texts under `reasons` in lib/i18n, which a cashier can read to a customer; screens quote any other
 * reason. Assumption: the specification names none; these values came in histories just before a failure.
 */
const REASONS = {
	not_approved: "refused",
	insufficient_balance: "notEnough",
	payer_limit: "limit",
	wrong_pin: "wrongCode",
	wrong_otp: "wrongCode",
	payer_not_found: "noAccount",
	recipient_not_found: "noAccount",
	wallet_out_of_funds: "walletEmpty",
	expired: "tooLate",
} as const;

export type FailureReason = (typeof REASONS)[keyof typeof REASONS];
export const FAILURE_REASONS: readonly FailureReason[] = [...new Set(Object.values(REASONS))];

export function knownFailureReason(text: string): FailureReason | null {
	return Object.hasOwn(REASONS, text) ? REASONS[text as keyof typeof REASONS] : null;
}

/** Returns the service's code for why a payment failed: the reason in the history, else the status if it is a known reason. */
export function failedReason(payment: {
	state: string;
	failureReason: string | null;
	serviceStatus: string | null;
}): string | null {
	const { state, failureReason, serviceStatus } = payment;
	if (state !== "failed") return null;
	return failureReason ?? (serviceStatus !== null && knownFailureReason(serviceStatus) ? serviceStatus : null);
}

/**
 * Returns the failure reason in a transaction's history: the last status that is neither the current one nor `success` nor `pending`. Null
 * while pending, after success, and without such a status.
 */
export function failureReasonIn(history: readonly Entry[], status: string): string | null {
	if (status === "success" || status === "pending") return null;
	const isReason = ({ status: said }: Entry) => ![status, "success", "pending", ""].includes(said);
	return oldestFirst(history).findLast(isReason)?.status ?? null;
}

/** Returns the known reason in the one line to which server/momo reduces a refusal: only the value of `code` counts. */
export function failureReasonInRefusal(entries: string): FailureReason | null {
	const [, code] = /(?:^|; )code: (\w+)(?:;|$)/.exec(entries) ?? [];
	return code === undefined ? null : knownFailureReason(code);
}
