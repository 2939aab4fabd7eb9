/** The closing balances of a stretch of days, those without a proof computed from the lines. */
import { sql } from "kysely";
import { closingOf } from "#lib/closings.ts";
import type { Closing, DayProof } from "#lib/contracts/reconciliation.ts";
import { type AmountMinor, minorOf, toDecimal } from "#lib/money.ts";
import type { Store, WalletKey } from "#server/reconciliation/matching/read-candidates.ts";

/**
 * `reckoned`: balances computed from the lines, oldest first. A proved day closes with the balance that was read; earlier days
 * are computed back from there, so that no later gap affects them.
 */
export async function readClosings(store: Store, wallet: WalletKey, reckoned: readonly Closing[]): Promise<Closing[]> {
	const kept = new Map((await readKept(store, wallet, reckoned)).map((row) => [row.day, row]));
	let moved: AmountMinor = 0n;
	const closings = reckoned.toReversed().map(({ day, balance, known }): Closing => {
		const seen = kept.get(day);
		if (!seen) return { day, balance: known === "seen" ? balance : toDecimal(minorOf(balance) + moved), known };
		moved = minorOf(seen.balance) + minorOf(seen.onTheWay ?? "0.00") - minorOf(balance);
		return seen;
	});
	return closings.reverse();
}

/** The newest proof of each of these days that ended with a reading. */
async function readKept(
	store: Store,
	{ environment, currency }: WalletKey,
	days: readonly { day: string }[],
): Promise<Closing[]> {
	const { rows } = await sql<Pick<DayProof, "day" | "closing" | "gap">>`
		select distinct on (day) day::text as day, proof -> 'closing' as closing, proof ->> 'gap' as gap
		from balance_proof
		where environment = ${environment} and currency = ${currency} and day = any(${days.map(({ day }) => day)}::date[])
		order by day desc, id desc`.execute(store);
	return rows.flatMap((row) => closingOf(row) ?? []);
}
