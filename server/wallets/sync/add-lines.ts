/** Inserts a row for each line that is listed more often than it was ever stored. */
import { sql } from "kysely";
import type { DatabaseTransaction } from "#server/store/database.ts";
import type { WalletKey } from "#server/store/listed.ts";

interface AddedLines {
	added: number;
	firstId: string | null;
	lastId: string | null;
}

export async function addLines(
	trx: DatabaseTransaction,
	{ environment, currency, now }: WalletKey & { now: Date },
): Promise<AddedLines> {
	const { rows } = await sql<{ added: number; first_id: string | null; last_id: string | null }>`
		with added as (
			insert into movement (environment, currency, type, amount, fee, created_at, occurrence, first_seen_at)
			select ${environment}, ${currency}, type, amount, fee, created_at, occurrence, ${now}::timestamptz
			from movement_differs cross join lateral generate_series(held + 1, listed) as occurrence
			where listed > held
			order by created_at, type, amount, fee, occurrence
			returning id
		)
		select count(*)::integer as added, min(id) as first_id, max(id) as last_id from added`.execute(trx);
	const { added = 0, first_id: firstId = null, last_id: lastId = null } = rows[0] ?? {};
	return { added, firstId, lastId };
}
