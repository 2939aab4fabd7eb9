/**
 * Maps the service's failure reasons to `reasons` in lib/i18n, which a cashier can read to a customer. Assumption: the interface
 * shows no reasons; these values were seen in histories just before a failure. Any other is quoted.
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

/** Matches exactly; null for any unknown value. */
export function knownFailureReason(said: string): FailureReason | null {
	return Object.hasOwn(REASONS, said) ? REASONS[said as keyof typeof REASONS] : null;
}

/** The service's code for a failed payment: the reason in its history, else its status if that is a known reason; else null. */
export function failedReason(payment: {
	state: string;
	failureReason: string | null;
	serviceStatus: string | null;
}): string | null {
	const { state, failureReason, serviceStatus } = payment;
	if (state !== "failed") return null;
	return failureReason ?? (serviceStatus !== null && knownFailureReason(serviceStatus) ? serviceStatus : null);
}

interface Entry {
	status: string;
	/** ISO 8601. */
	timestamp: string;
}

/**
 * The failure reason in a history: the last value that is neither the payment's status nor in the specification. Null while
 * pending, after success, and when the history has no such value.
 */
export function failureReasonIn(history: readonly Entry[], status: string): string | null {
	if (status === "success" || status === "pending") return null;
	const entries = history.toSorted((a, b) => Date.parse(a.timestamp) - Date.parse(b.timestamp));
	const isReason = ({ status: said }: Entry) => ![status, "success", "pending", ""].includes(said);
	return entries.findLast(isReason)?.status ?? null;
}

/** The reason in a refusal, which server/momo writes as one line: only its `code` counts, never a word in a sentence. */
export function failureReasonInRefusal(entries: string): FailureReason | null {
	const [, code] = /(?:^|; )code: (\w+)(?:;|$)/.exec(entries) ?? [];
	return code === undefined ? null : knownFailureReason(code);
}
