/** Every wait of the payment machine, in milliseconds. Verbs take one as an option, so that tests need not wait. */
export interface Timing {
	/** How long after the permit an answer may still come by itself: 120 s for the POST (payments.md rule 2) and room to record it. */
	permitMs: number;
	/** A worker not seen for this long is taken for dead. It says so every 5 s; a busy machine may miss a few. */
	workerSilentMs: number;
	/** A permit older than this is not used any more: the process was paused between the permit and the first byte. */
	permitFreshMs: number;
	/** When a lane is taken, look again this much later; the end of the POST before wakes the next one at once. */
	laneRetryMs: number;
	/** Pauses of a payout that asks for a balance which cannot be read: the first, doubled with each question, and the longest. */
	waitFirstMs: number;
	waitAtMostMs: number;
	/** Who asks has so long for its answer, tries included; then another asks. */
	waitAskingMs: number;
	/** Who waits beside it looks so often; the end of the wait wakes it at once. */
	waitBesideMs: number;
	/** How long the database is tried for an answer that waits in the file already; then the next merge has it. */
	recordForMs: number;
	/** An approved payment without a permit after this long has lost its job. */
	jobLostMs: number;
	/** A check that is this much overdue has lost its job. */
	checkLostMs: number;
}

export const TIMING: Timing = {
	permitMs: 180_000,
	workerSilentMs: 30_000,
	permitFreshMs: 20_000,
	laneRetryMs: 15_000,
	waitFirstMs: 5_000,
	waitAtMostMs: 20_000,
	waitAskingMs: 35_000,
	waitBesideMs: 15_000,
	recordForMs: 60_000,
	jobLostMs: 60_000,
	checkLostMs: 20_000,
};
