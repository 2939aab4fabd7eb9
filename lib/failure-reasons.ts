/**
 * Reasons of the service in words that a cashier can say to a customer: its own word → key of `reasons` in lib/i18n.
 * Assumption: the interface shows no reasons; these words were seen in histories just before a failure. Any other is quoted. Pure.
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

/** Null for a word that nobody here knows, however much it looks like one of these. */
export function knownFailureReason(said: string): FailureReason | null {
	return Object.hasOwn(REASONS, said) ? REASONS[said as keyof typeof REASONS] : null;
}

interface Entry {
	status: string;
	/** ISO. */
	timestamp: string;
}

/**
 * The word in a history that says why a transaction did not succeed: the last one beside its status that the specification
 * does not show. Null while it is pending or when it succeeded, and where the history says no more than the status does.
 */
export function failureReasonIn(history: readonly Entry[], status: string): string | null {
	if (status === "success" || status === "pending") return null;
	const entries = history.toSorted((a, b) => Date.parse(a.timestamp) - Date.parse(b.timestamp));
	const isReason = ({ status: said }: Entry) => ![status, "success", "pending", ""].includes(said);
	return entries.findLast(isReason)?.status ?? null;
}

/** Of what a refusal says of itself, as `momo` puts it into one line: by its `code` alone, never by a word in a sentence. */
export function failureReasonInRefusal(entries: string): FailureReason | null {
	const [, code] = /(?:^|; )code: (\w+)(?:;|$)/.exec(entries) ?? [];
	return code === undefined ? null : knownFailureReason(code);
}
