/** What a status word of the service means: the one place that says so, for the machine and for every screen. Pure. */

/** `failed`: an admin has listed it as a final failure. `unrecognised`: nobody has said what it means, so it means nothing. */
export const STATUS_MEANINGS = ["success", "pending", "failed", "unrecognised"] as const;
export type StatusMeaning = (typeof STATUS_MEANINGS)[number];

/**
 * Exact words alone: the specification shows `success` and `pending`, what else is final an admin has listed (the list ships
 * empty). No listing changes what the specification shows.
 */
export function statusMeaning(status: string, finalFailures: ReadonlySet<string>): StatusMeaning {
	if (status === "success" || status === "pending") return status;
	return finalFailures.has(status) ? "failed" : "unrecognised";
}
