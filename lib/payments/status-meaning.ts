/** Meanings of a status. `failed`: an admin listed it as a final failure. `unrecognised`: any other text, which leaves the outcome open. */
export const STATUS_MEANINGS = ["success", "pending", "failed", "unrecognised"] as const;
export type StatusMeaning = (typeof STATUS_MEANINGS)[number];

/**
 * Compares exact text. The specification has `success` and `pending`; only admins list final failures, where an entry `success` or
 * `pending` would have no effect.
 */
export function statusMeaning(status: string, finalFailures: ReadonlySet<string>): StatusMeaning {
	if (status === "success" || status === "pending") return status;
	return finalFailures.has(status) ? "failed" : "unrecognised";
}

/** True if the service says that a deposit waits for its payer. Nobody knows what its other words mean for the payer. */
export function awaitsPayer(deposit: { state: string; statusMeaning: StatusMeaning | null }): boolean {
	return deposit.state === "pending" && deposit.statusMeaning === "pending";
}
