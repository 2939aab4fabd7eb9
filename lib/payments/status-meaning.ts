/** The meaning of the service's statuses, defined only here for code and screens. */

/** `failed`: an admin listed it as a final failure. `unrecognised`: nobody defined its meaning, so it changes nothing. */
export const STATUS_MEANINGS = ["success", "pending", "failed", "unrecognised"] as const;
export type StatusMeaning = (typeof STATUS_MEANINGS)[number];

/**
 * Compares exact text: the specification shows `success` and `pending`, and admins list final failures (the list ships empty).
 * Listing `success` or `pending` has no effect.
 */
export function statusMeaning(status: string, finalFailures: ReadonlySet<string>): StatusMeaning {
	if (status === "success" || status === "pending") return status;
	return finalFailures.has(status) ? "failed" : "unrecognised";
}
