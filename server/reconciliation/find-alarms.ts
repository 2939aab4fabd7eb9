import { sql } from "kysely";
import type { SystemContext } from "#server/context.ts";
import { MOST_LINES } from "#server/reconciliation/read-discrepancies.ts";

// An alarm or another exception has one line or two.
const FEWEST_WHEN_CUT = MOST_LINES / 2;

export interface Alarm {
	count: number;
	currency: string;
	amount: string;
	isAtLeast: boolean;
	since: Date;
	/** A payout that ended as not paid although the oldest alarm's line may have paid it; null in the entry without such payouts. */
	payment_id: string | null;
}

/**
 * Counts and sums the alarms that the last reconciliation stored: outgoing lines that no payment explains. A wallet has at most two
 * entries: alarms whose lines may have paid a payout that ended as not paid, and all others, of which only the newest 20,000 are stored.
 */
export async function findAlarms({ database, config }: SystemContext): Promise<Alarm[]> {
	const { rows } = await sql<Alarm>`
		select currency, count(*)::integer as count, sum(surplus)::numeric(30, 2) as amount, min(at) as since,
			bool_or(exceptions_beyond > 0) and count(*) > ${FEWEST_WHEN_CUT} as "isAtLeast",
			(array_agg(told -> 'endedIds' ->> 0 order by at))[1] as payment_id
		from reconciliation_exception join reconciliation_wallet using (environment, currency)
		where environment = ${config.environment} and currency = any(${config.walletCurrencies}::text[]) and alarm and waits
		group by currency, told -> 'endedIds' ->> 0 is null
		order by array_position(${config.walletCurrencies}::text[], currency), told -> 'endedIds' ->> 0 is null`.execute(
		database,
	);
	return rows;
}

export interface Waiting {
	count: number;
	currency: string;
	since: Date | null;
}

/**
 * Counts for each wallet the exceptions, without alarms, that wait for a person's decision. Wallets without any are left out. What is not
 * stored counts as such exceptions only if so many are stored that the limit may have cut them: otherwise it cut alarms.
 */
export async function countExceptions({ database, config }: SystemContext): Promise<Waiting[]> {
	const { rows } = await sql<Waiting>`
		select currency, found.count + case when found.count > ${FEWEST_WHEN_CUT} then wallet.exceptions_beyond else 0 end as count, found.since
		from reconciliation_wallet as wallet cross join lateral (
			select count(*)::integer as count, min(at) as since from reconciliation_exception as finding
			where finding.environment = wallet.environment and finding.currency = wallet.currency and waits and not alarm
		) as found
		where wallet.environment = ${config.environment} and currency = any(${config.walletCurrencies}::text[])
			and found.count > 0
		order by array_position(${config.walletCurrencies}::text[], currency)`.execute(database);
	return rows;
}
