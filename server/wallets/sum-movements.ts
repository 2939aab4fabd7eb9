import type { MovementSums, MovementSumsQuery } from "#lib/contracts/movement.ts";
import { demand } from "#server/access/permissions.ts";
import type { Context } from "#server/context.ts";
import { demandSoundFilter } from "#server/wallets/movement-rows.ts";
import { countTotals, countWithdrawn, readDayTotals } from "#server/wallets/movement-totals.ts";
import { isArriving, readSyncRow } from "#server/wallets/sync-row.ts";
import { demandWallet } from "#server/wallets/wallet-look.ts";

// Of amounts no sums are kept: so many lines are added up in the time in which a page is read, and more when somebody wants them.
const MOST_LINES = 20_000;

/** The sums of all that the filters let through. Throws `wallet_unknown`, `invalid_input` (borders in the wrong order). */
export async function sumMovements(
	context: Context,
	input: MovementSumsQuery & { currency: string },
): Promise<MovementSums> {
	demand(context, "movement.read");
	demandWallet(context, input.currency);
	demandSoundFilter(input);
	const { environment, timeZone } = context.config;
	const sync = await readSyncRow(context.database, { environment, currency: input.currency });
	const isOfDays = input.minAmount === undefined && input.maxAmount === undefined && sync.days_zone === timeZone;
	const most = input.whole ? null : MOST_LINES;
	const [totals, withdrawn] = await Promise.all([
		isOfDays ? readDayTotals(context, input) : countTotals(context, input, most),
		countWithdrawn(context, input),
	]);
	const total = totals.reduce((sum, { count }) => sum + count, 0);
	return { total, withdrawn, totals, isAtLeast: isArriving(sync) || (!isOfDays && total === most) };
}
