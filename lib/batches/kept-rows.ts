/** Rows of an earlier batch on their way to the form of a new one. */

import { ROW_FIELDS } from "#lib/batches/recognise-columns.ts";
import type { BatchInputRow, BatchRow } from "#lib/contracts/batch.ts";

const KEY = "cauri-batch-rows";

export function keepRows(storage: Storage, rows: readonly BatchRow[]): void {
	const cells = rows.map((row) => ROW_FIELDS.map((field) => row[field]));
	storage.setItem(KEY, JSON.stringify(cells));
}

/** Once: the form that takes them keeps them itself. Null without any. */
export function takeRows(storage: Storage): string[][] | null {
	const kept = storage.getItem(KEY);
	storage.removeItem(KEY);
	return kept === null ? null : (JSON.parse(kept) as string[][]);
}

/** The heading under which `recogniseColumns` finds each field again. */
export const KEPT_HEADING: readonly (keyof BatchInputRow)[] = ROW_FIELDS;
