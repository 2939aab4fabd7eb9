/** Lists of movements of which something is missing here: whoever looks at their sums must know it. */
import type { Context } from "#server/context.ts";

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
	const rows = await database
		.selectFrom("movement_sync")
		.select(["currency", "unreadable_lines", "may_be_cut", "fault", "synced_at"])
		.where("environment", "=", config.environment)
		.where("currency", "in", [...config.walletCurrencies])
		.where((of) => of.or([of("unreadable_lines", ">", 0), of("may_be_cut", "=", true), of("fault", "is not", null)]))
		.orderBy("currency")
		.execute();
	return rows.map(({ currency, unreadable_lines, may_be_cut, fault, synced_at }) => ({
		currency,
		unreadable: unreadable_lines,
		mayBeCut: may_be_cut,
		stale: fault === null ? null : { since: synced_at },
	}));
}
