/** Waits of sending and recovery in milliseconds; next-check-delay.ts has the waits between checks. Tests pass shorter ones. */
export const TIMING = {
	/** The time after the permit in which an answer may still come: 120 s for the POST (payments.md rule 2) plus time to record it. */
	permitMs: 180_000,
	/** A worker without a heartbeat for this long counts as dead. It sends one every 5 s; a busy machine may miss a few. */
	workerSilentMs: 30_000,
	/** An older permit is not used: the process was paused between permit and first byte. */
	permitFreshMs: 20_000,
	/** Pauses between requests for an unreadable balance: the first, doubled each time, and the longest. */
	waitFirstMs: 5_000,
	waitAtMostMs: 20_000,
	/** The time for one balance request, retries included; then another payout asks. */
	waitAskingMs: 35_000,
	/** A payout that waited lets another copy of this desk go first for at most this long. */
	copyDelayMs: 15_000,
	/** Recording an answer that is already in the file is retried for this long; after that, the next merge of the file records it. */
	recordForMs: 60_000,
	/** Maximum delay until a worker finds a lost answer, an expiry, a payout that waits, or a payment without a job. */
	roundMs: 15_000,
	/** An approved deposit without an event for this long has lost its job: its job is added again. */
	jobLostMs: 60_000,
	/** A check overdue by this much has lost its job. */
	checkLostMs: 20_000,
};
export type Timing = typeof TIMING;
