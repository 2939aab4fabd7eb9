import { sql } from "kysely";
import type { SystemContext } from "#server/context.ts";

export interface Alarm {
	count: number;
	currency: string;
	/** Of all of them, two-decimal text. */
	amount: string;
	/** The oldest. */
	since: Date;
}

/** Money that left a wallet and that nobody here sent, as of the last reconciliation; one entry a wallet that has any. */
export async function findAlarms({ database, config }: SystemContext): Promise<Alarm[]> {
	const { rows } = await sql<Alarm>`
		select currency, count(*)::integer as count, sum(surplus)::numeric(30, 2) as amount, min(at) as since
		from reconciliation_finding
		where environment = ${config.environment} and currency = any(${config.walletCurrencies}::text[]) and alarm and waits
		group by currency`.execute(database);
	const order = config.walletCurrencies;
	return rows.sort((a, b) => order.indexOf(a.currency) - order.indexOf(b.currency));
}
