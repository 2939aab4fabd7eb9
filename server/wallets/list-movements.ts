import type { MovementList, MovementQuery } from "#lib/contracts/movement.ts";
import { demand } from "#server/access/permissions.ts";
import type { Context } from "#server/context.ts";
import { readMirror, readTypes } from "#server/wallets/mirror-status.ts";
import { readCursor, writeCursor } from "#server/wallets/movement-cursor.ts";
import { demandSoundFilter, placeOf, readRows } from "#server/wallets/movement-rows.ts";
import { countWithdrawn, readTotals } from "#server/wallets/movement-totals.ts";
import { demandWallet } from "#server/wallets/wallet-look.ts";

/**
 * A page of the mirror, never of the service, with the totals of all that the filters let through. Throws `wallet_unknown`,
 * `invalid_input` (a cursor that is not ours, borders in the wrong order).
 */
export async function listMovements(
	context: Context,
	input: MovementQuery & { currency: string },
): Promise<MovementList> {
	demand(context, "movement.read");
	demandWallet(context, input.currency);
	demandSoundFilter(input);
	const after = input.cursor === undefined ? null : readCursor(input.sort, input.cursor);
	const { sort, limit } = input;
	const mirror = readMirror(context, input.currency);
	const [found, types, kept, totals, withdrawn] = await Promise.all([
		// One row more than asked for tells whether there is a next page.
		readRows(context, { filter: input, sort, after, limit: limit + 1 }),
		readTypes(context, input.currency),
		mirror,
		mirror.then(({ version }) => readTotals(context, input, version)),
		countWithdrawn(context, input),
	]);
	const items = found.slice(0, limit);
	const last = found.length > limit ? items.at(-1) : undefined;
	const { syncedAt, version: _version, ...rest } = kept;
	return {
		items,
		nextCursor: last ? writeCursor(sort, placeOf(sort, last)) : null,
		total: totals.reduce((sum, { count }) => sum + count, 0),
		withdrawn,
		totals,
		types,
		syncedAt,
		mirror: rest,
	};
}
