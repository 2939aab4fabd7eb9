import { sql } from "kysely";
import type { SystemContext } from "#server/context.ts";
import type { WalletKey } from "#server/reconciliation/matching/read-candidates.ts";

/** The day of the wallet's first line or balance reading, in the business's time zone. Null before there is one. */
export async function readFirstKnownDay(
	{ database, config }: SystemContext,
	{ environment, currency }: WalletKey,
): Promise<string | null> {
	const of = sql`where environment = ${environment} and currency = ${currency}`;
	const { rows } = await sql<{ day: string | null }>`
		select to_char(least((select min(created_at) from movement ${of}), (select min(first_fetched_at) from balance_reading ${of}))
			at time zone ${config.timeZone}, 'YYYY-MM-DD') as day`.execute(database);
	return rows[0]?.day ?? null;
}
