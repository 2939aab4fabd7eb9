import { sql } from "kysely";
import type { SystemContext } from "#server/context.ts";

export interface Waiting {
	count: number;
	currency: string;
	since: Date | null;
}

/**
 * Unmatched items that people must still decide, without alarms, as of the last reconciliation; one entry per affected wallet.
 */
export async function countExceptions({ database, config }: SystemContext): Promise<Waiting[]> {
	const { rows } = await sql<Waiting>`
		select currency, found.count + wallet.exceptions_beyond as count, found.since
		from reconciliation_wallet as wallet cross join lateral (
			select count(*)::integer as count, min(at) as since from reconciliation_exception as finding
			where finding.environment = wallet.environment and finding.currency = wallet.currency and waits and not alarm
		) as found
		where wallet.environment = ${config.environment} and currency = any(${config.walletCurrencies}::text[])
			and found.count + wallet.exceptions_beyond > 0`.execute(database);
	const order = config.walletCurrencies;
	return rows.sort((a, b) => order.indexOf(a.currency) - order.indexOf(b.currency));
}
