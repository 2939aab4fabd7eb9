import { sql } from "kysely";
import type { SystemContext } from "#server/context.ts";

export interface Waiting {
	count: number;
	currency: string;
	/** The oldest of those that are shown. */
	since: Date | null;
}

/** What the reconciliation could not tell and people have not yet, without alarms, as of the last time; one entry a wallet that has any. */
export async function countFindings({ database, config }: SystemContext): Promise<Waiting[]> {
	const { rows } = await sql<Waiting>`
		select currency, found.count + wallet.findings_beyond as count, found.since
		from reconciliation_wallet as wallet cross join lateral (
			select count(*)::integer as count, min(at) as since from reconciliation_finding as finding
			where finding.environment = wallet.environment and finding.currency = wallet.currency and waits and not alarm
		) as found
		where wallet.environment = ${config.environment} and currency = any(${config.walletCurrencies}::text[])
			and found.count + wallet.findings_beyond > 0`.execute(database);
	const order = config.walletCurrencies;
	return rows.sort((a, b) => order.indexOf(a.currency) - order.indexOf(b.currency));
}
