/** Lists of movements of which something is missing here: whoever looks at their sums must know it. */

import type { Context } from "#server/context.ts";
import { readAmissSyncs } from "#server/wallets/sync-row.ts";

export interface IncompleteList {
	currency: string;
	/** Lines of the service's list that cannot be read. */
	unreadable: number;
	/** The service listed fewer lines than it did before. */
	mayBeCut: boolean;
	/** The last refresh did not work: what came since the one before is missing. Since then, or null if there was none. */
	stale: { since: Date | null } | null;
}

/** Of the configured wallets; a list that is whole and fresh is not among them. */
export async function readIncompleteLists({ database, config }: Context): Promise<IncompleteList[]> {
	const { environment, walletCurrencies: currencies } = config;
	const rows = await readAmissSyncs(database, { environment, currencies });
	return rows.map(({ currency, unreadable_lines, may_be_cut, fault, synced_at }) => ({
		currency,
		unreadable: unreadable_lines,
		mayBeCut: may_be_cut,
		stale: fault === null ? null : { since: synced_at },
	}));
}
