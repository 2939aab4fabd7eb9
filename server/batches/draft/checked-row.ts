/** A row of a draft before and after its check. */
import type { TypedRow } from "#lib/batches/row-facts.ts";
import type { RowFacts, RowFault, RowWarning } from "#lib/contracts/batch.ts";

export interface DraftRow extends TypedRow {
	n: number;
	name: string;
	purpose: string;
	left_out: string | null;
	duplicate_reason: string | null;
	duplicate_of: string[];
}

export interface CheckedRow {
	n: number;
	/** Null for a row that is left out or cannot be read. A row with faults is not paid. */
	facts: RowFacts | null;
	faults: RowFault[];
	warnings: RowWarning[];
	/** Payouts of the same number and amount outside the batch, and rows before this one. */
	twins: { payments: string[]; rows: readonly number[] };
}

export type ReadableRow = CheckedRow & { row: DraftRow; facts: RowFacts };
