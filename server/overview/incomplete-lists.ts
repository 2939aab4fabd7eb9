import type { Context } from "#server/context.ts";
import { readFaultySyncs } from "#server/wallets/sync-row.ts";

export interface IncompleteList {
	currency: string;
	unreadable: number;
	/** The service listed fewer lines than before. */
	mayBeCut: boolean;
	/** The last refresh failed, so later lines are missing. `since`: the last successful refresh, or null. */
	stale: { since: Date | null } | null;
}

/** Returns the wallets whose list of movements is incomplete or outdated. */
export async function readIncompleteLists({ database, config }: Context): Promise<IncompleteList[]> {
	const { environment, walletCurrencies: currencies } = config;
	const rows = await readFaultySyncs(database, { environment, currencies });
	return rows.map(({ currency, unreadable_lines, may_be_cut, fault, synced_at }) => ({
		currency,
		unreadable: unreadable_lines,
		mayBeCut: may_be_cut,
		stale: fault === null ? null : { since: synced_at },
	}));
}
