/** The state of a batch follows from its rows' payments; only this file derives it. */
import { NEVER_PERMITTED_STATES, type PaymentState, UNDER_WAY_STATES } from "#lib/payment-state.ts";

export const BATCH_STATES = ["draft", "awaiting_approval", "sending", "paused", "done", "cancelled"] as const;
export type BatchState = (typeof BATCH_STATES)[number];

/** States of a row that is no payment yet, or never becomes one. */
export const ROW_VIEWS = ["ready", "faulty", "left_out"] as const;
export type RowView = (typeof ROW_VIEWS)[number];

export function isRowView(state: RowView | PaymentState): state is RowView {
	return (ROW_VIEWS as readonly string[]).includes(state);
}

export const MOST_ROWS = 10_000;
/** Of one page on the screen. */
export const ROWS_AT_ONCE = 100;
/** Characters of a cell that are kept, more than any field takes: the row is named. */
export const MOST_CELL = 300;
/** Of a request with that many rows, and of a file of 5 MB. */
export const MOST_BATCH_BYTES = 7 * 1_024 * 1_024;

/** This share of the rows, three at least: with so many failures or lost answers something is wrong with more than a number. */
export function failureLimit(rows: number, percent: number): number {
	return Math.max(3, Math.ceil((rows * percent) / 100));
}

export type StateCounts = Partial<Record<PaymentState, number>>;

/** Rows that still leave, or whose answer is still awaited. Those in doubt leave nothing for the batch to do. */
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
