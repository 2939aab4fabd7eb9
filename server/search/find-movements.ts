import { sql } from "kysely";
import type { SearchHit } from "#lib/contracts/search.ts";
import type { SearchedAmount } from "#lib/search-text.ts";
import type { Context } from "#server/context.ts";

// Above it "more than" is said.
const COUNTED = 99;

/** Per wallet and amount, how many lines have it: the list shows them. */
export async function findMovements({ database, config }: Context, searched: SearchedAmount): Promise<SearchHit[]> {
	const currencies = config.walletCurrencies.filter((code) => (searched.currency ?? code) === code);
	const { rows } = await sql<{ currency: string; amount: string; count: number }>`
		select asked.currency, meant.amount::numeric(20, 2) as amount, lines.count
		from unnest(${currencies}::text[]) as asked (currency), unnest(${searched.amounts}::numeric[]) as meant (amount),
			lateral (select count(*)::integer as count from (
				select from movement
				where environment = ${config.environment} and currency = asked.currency and amount = meant.amount
				limit ${COUNTED + 1}
			) as counted) as lines
		where lines.count > 0`.execute(database);
	return rows.map(({ count, ...row }) => ({
		...{ is: "movements", why: "amount", ...row },
		...{ count: Math.min(count, COUNTED), more: count > COUNTED },
	}));
}
