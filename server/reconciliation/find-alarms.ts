import { sql } from "kysely";
import type { SystemContext } from "#server/context.ts";

export interface Alarm {
	count: number;
	currency: string;
	/** Their sum, as decimal text with two places. */
	amount: string;
	since: Date;
	/** The oldest payout that ended as not paid and that such a line may have paid; null for lines without one. */
	payment_id: string | null;
}

/**
 * Money that nobody here sent, as of the last reconciliation. Per affected wallet one entry for lines of payouts that ended as not
 * paid, and one for the others.
 */
export async function findAlarms({ database, config }: SystemContext): Promise<Alarm[]> {
	const { rows } = await sql<Alarm>`
		select currency, count(*)::integer as count, sum(surplus)::numeric(30, 2) as amount, min(at) as since,
			(array_agg(told -> 'endedIds' ->> 0 order by at))[1] as payment_id
		from reconciliation_exception
		where environment = ${config.environment} and currency = any(${config.walletCurrencies}::text[]) and alarm and waits
		group by currency, told -> 'endedIds' ->> 0 is null order by told -> 'endedIds' ->> 0 is null`.execute(database);
	const order = config.walletCurrencies;
	return rows.sort((a, b) => order.indexOf(a.currency) - order.indexOf(b.currency));
}
