/** All rows of a filter, in batches: what a long read such as an export goes through. */

import type { Movement } from "#lib/contracts/movement.ts";
import type { MovementSort } from "#lib/movement-sorts.ts";
import type { SystemContext } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { type MovementFilter, placeOf, readRows } from "#server/wallets/movement-rows.ts";
import { isArriving, readSyncRow } from "#server/wallets/sync-row.ts";

// A batch is an eighth of a megabyte of text: memory stays flat also under eight files at once, and the first rows leave at once.
const BATCH_ROWS = 1_000;

/** By keyset, up to the last row of the beginning: no transaction stays open however slowly a browser reads. */
export async function* readBatches(
	system: SystemContext,
	{ sort, ...filter }: MovementFilter & { sort: MovementSort },
	lastId: string,
): AsyncGenerator<Movement[]> {
	let last: Movement | undefined;
	do {
		const after = last ? placeOf(sort, last) : null;
		const rows = await readRows(system, { filter, sort, after, lastId, limit: BATCH_ROWS });
		if (rows.length > 0) yield rows;
		last = rows.length === BATCH_ROWS ? rows.at(-1) : undefined;
	} while (last);
}

/** How many rows the filters let through, counted a little beyond `enough` at most. */
export async function countRows(
	system: SystemContext,
	view: MovementFilter & { sort: MovementSort },
	lastId: string,
	enough: number,
): Promise<number> {
	let count = 0;
	for await (const rows of readBatches(system, view, lastId)) {
		count += rows.length;
		if (count > enough) break;
	}
	return count;
}

/** Where the mirror ends now, with the rows that were withdrawn: later rows have greater ids. Throws `conflict` while the first list arrives. */
export async function readMirrorEnd(
	system: SystemContext,
	currency: string,
): Promise<{ rows: number; lastId: string }> {
	const row = await readSyncRow(system.database, { environment: system.config.environment, currency });
	if (isArriving(row)) throw new AppError("conflict", "the first list is still arriving: a file of it would lack rows");
	return { rows: row.mirror_rows + row.withdrawn_rows, lastId: row.last_movement_id };
}
