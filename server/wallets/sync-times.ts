/** What the next sync of a wallet waits for: how the last list came, and whether anything has moved since. */
import { type RawBuilder, sql } from "kysely";
import type { SystemContext } from "#server/context.ts";
import type { WalletKey } from "#server/store/listed.ts";
import { readSyncTimes, type SyncTimes } from "#server/wallets/sync-row.ts";

// The worker reads the balance every two minutes.
const BALANCE_AGE = sql`interval '10 minutes'`;

/**
 * `still`: the last balance is that of the last list, and was read a moment ago: no line has come, as far as the service says.
 * `since`: database time of a request that the last list may answer.
 */
export function askSyncTimes(
	{ database, clock }: SystemContext,
	wallet: WalletKey,
	since?: string,
): Promise<SyncTimes> {
	const reading = (until: RawBuilder<unknown>) => sql`select balance, updated_at from balance_reading as reading
		where reading.environment = ${wallet.environment} and reading.currency = ${wallet.currency} and ${until}
		order by first_fetched_at desc, id desc limit 1`;
	const still = sql`(select (earlier.balance, earlier.updated_at) = (last.balance, last.updated_at)
		from (${reading(sql`first_fetched_at <= sync.synced_at`)}) as earlier,
			(${reading(sql`fetched_at > greatest(sync.synced_at, ${clock.now()}::timestamptz - ${BALANCE_AGE})`)}) as last)`;
	return readSyncTimes(database, wallet, { since, still });
}
