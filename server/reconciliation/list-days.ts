import { sql } from "kysely";
import type { DayList, DayProof, DayQuery } from "#lib/contracts/reconciliation.ts";
import { demand } from "#server/access/permissions.ts";
import type { Context } from "#server/context.ts";
import type { Store, WalletKey } from "#server/reconciliation/read-facts.ts";
import { demandWalletKey } from "#server/reconciliation/wallet-key.ts";

/** Days kept, newest first. Throws forbidden, wallet_unknown. */
export async function listDays(context: Context, input: DayQuery): Promise<DayList> {
	demand(context, "reconciliation.read");
	const wallet = demandWalletKey(context, input.currency);
	return readKeptDays(context.database, wallet, { before: input.before ?? null, limit: input.limit });
}

export async function readKeptDays(
	store: Store,
	wallet: WalletKey,
	{ before, limit }: { before: string | null; limit: number },
): Promise<DayList> {
	const { rows } = await sql<{ proof: DayProof }>`
		select distinct on (day) proof from balance_proof
		where environment = ${wallet.environment} and currency = ${wallet.currency}
			and (${before}::date is null or day < ${before}::date)
		order by day desc, id desc limit ${limit + 1}`.execute(store);
	return { days: rows.slice(0, limit).map(({ proof }) => proof), olderDays: rows.length > limit };
}
