import type { MovementList, MovementQuery } from "#lib/contracts/movement.ts";
import { demand } from "#server/access/permissions.ts";
import type { Context } from "#server/context.ts";
import { readMirror, readTypes } from "#server/wallets/mirror-status.ts";
import { readCursor, writeCursor } from "#server/wallets/movement-cursor.ts";
import { demandSoundFilter, placeOf, readRows } from "#server/wallets/movement-rows.ts";
import { demandWallet } from "#server/wallets/wallet-look.ts";

/**
 * A page of the mirror, never of the service; what all that matches adds up to is asked for beside it. Throws `wallet_unknown`,
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
	const [found, types, kept] = await Promise.all([
		// One row more than asked for tells whether there is a next page.
		readRows(context, { filter: input, sort, after, limit: limit + 1 }),
		readTypes(context, input.currency),
		readMirror(context, input.currency),
	]);
	const items = found.slice(0, limit);
	const last = found.length > limit ? items.at(-1) : undefined;
	const { syncedAt, isArriving, ...rest } = kept;
	return {
		items,
		nextCursor: last ? writeCursor(sort, placeOf(sort, last)) : null,
		types,
		syncedAt,
		isArriving,
		mirror: rest,
	};
}
