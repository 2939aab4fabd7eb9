import { sql } from "kysely";
import type { SystemContext } from "#server/context.ts";
import { ofWallet, type WalletKey } from "#server/store/listed.ts";

/** The day of the wallet's first line or balance reading, in the business's time zone. Null before there is one. */
export async function readFirstKnownDay(
	{ database, config }: SystemContext,
	{ environment, currency }: WalletKey,
): Promise<string | null> {
	const of = sql`where ${ofWallet({ environment, currency })}`;
	const { rows } = await sql<{ day: string | null }>`
		select to_char(least((select min(created_at) from movement ${of}), (select min(first_fetched_at) from balance_reading ${of}))
			at time zone ${config.timeZone}, 'YYYY-MM-DD') as day`.execute(database);
	return rows[0]?.day ?? null;
}
