/** Stores sums by business day and type, in the commit of the lines themselves. Withdrawn lines are not included. */
import { sql } from "kysely";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";
import { ofWallet, type WalletKey } from "#server/store/sql-fragments.ts";

/** Adds the differences of a merge; if the time zone changed, sums all lines. `from`: the stored days' zone; null before the first sync. */
export async function keepDays(
	trx: DatabaseTransaction,
	wallet: WalletKey,
	{ from, timeZone }: { from: string | null; timeZone: string },
): Promise<void> {
	if (from !== timeZone) return sumDays(trx, wallet, timeZone);
	const { environment, currency } = wallet;
	await sql`
		insert into movement_day (environment, currency, day, type, lines, amount, fee)
		select ${environment}, ${currency}, ${dayIn(timeZone)}, type, sum(change), sum(change * amount), sum(change * fee)
		from (select *, listed - standing as change from movement_differs) as changed group by 3, 4
		on conflict (environment, currency, day, type) do update set
			lines = movement_day.lines + excluded.lines,
			amount = movement_day.amount + excluded.amount,
			fee = movement_day.fee + excluded.fee`.execute(trx);
	await sql`delete from movement_day where ${ofWallet({ environment, currency })} and lines = 0`.execute(trx);
}

export async function sumDays(
	trx: DatabaseTransaction,
	{ environment, currency }: WalletKey,
	timeZone: string,
): Promise<void> {
	await sql`delete from movement_day where ${ofWallet({ environment, currency })}`.execute(trx);
	await sql`
		insert into movement_day (environment, currency, day, type, lines, amount, fee)
		select environment, currency, ${dayIn(timeZone)}, type, count(*), sum(amount), sum(fee) from movement
		where ${ofWallet({ environment, currency })} and withdrawn_at is null
		group by 1, 2, 3, 4`.execute(trx);
}

function dayIn(timeZone: string) {
	return sql`(created_at at time zone ${timeZone})::date`;
}

// Below this, PostgreSQL's automatic statistics suffice.
const MANY_LINES = 10_000;

/**
 * Renews PostgreSQL's statistics while a mirror grows: otherwise PostgreSQL reads a million lines to show fifty. While a list
 * arrives, renews them at each doubling and at the end. `came`: lines since this sync began; `counted`: the value of `came` at the last
 * renewal. Returns the new `counted`.
 */
export async function refreshStatistics(
	connection: Database,
	{ came, counted, isWhole }: { came: number; counted: number; isWhole: boolean },
): Promise<number> {
	const enough = isWhole ? counted + 1 : 2 * counted;
	if (came < MANY_LINES || came < enough) return counted;
	await sql`select analyze_movement()`.execute(connection);
	return came;
}
