/** Derives the state of a batch from the states of its rows' payments; no other file does this. */
import { NEVER_PERMITTED_STATES, type PaymentState, UNDER_WAY_STATES } from "#lib/payment-state.ts";

export type BatchState = "draft" | "awaiting_approval" | "sending" | "paused" | "done" | "cancelled";

/** States of a row without a payment. */
export const ROW_VIEWS = ["ready", "faulty", "left_out"] as const;
export type RowView = (typeof ROW_VIEWS)[number];

export function isRowView(state: RowView | PaymentState): state is RowView {
	return (ROW_VIEWS as readonly string[]).includes(state);
}

export const MOST_ROWS = 10_000;
export const ROWS_AT_ONCE = 100;
/** Longer cells are cut to this many characters: more than any field may have, so the row's check still finds a text too long. */
export const MOST_CELL = 900;
/** The largest body of a request with a batch: one with the most rows, or with a file of 5 MB. */
export const MOST_BATCH_BYTES = 7 * 1_024 * 1_024;

/** Returns the count of failed rows at which the batch is paused: `percent` of its rows, but three at least. */
export function failureLimit(rows: number, percent: number): number {
	return Math.max(3, Math.ceil((rows * percent) / 100));
}

export type StateCounts = Partial<Record<PaymentState, number>>;

/** States of rows that the desk sends or watches. Leaves out rows in doubt, because people resolve each of them separately. */
const UNDER_WAY: readonly PaymentState[] = ["approved", ...UNDER_WAY_STATES];

export function batchState(batch: {
	isRequested: boolean;
	isCancelled: boolean;
	isPaused: boolean;
	counts: StateCounts;
}): BatchState {
	const { counts } = batch;
	const count = (states: readonly PaymentState[]) => states.reduce((sum, state) => sum + (counts[state] ?? 0), 0);
	if (batch.isCancelled) return "cancelled";
	if (!batch.isRequested) return "draft";
	if (count(["approved"]) > 0 && batch.isPaused) return "paused";
	if (count(UNDER_WAY) > 0) return "sending";
	if (count(["awaiting_approval"]) > 0) return "awaiting_approval";
	const all = Object.values(counts).reduce((sum, some) => sum + some, 0);
	return count(NEVER_PERMITTED_STATES) === all ? "cancelled" : "done";
}
