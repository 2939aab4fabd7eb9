import { sql } from "kysely";
import type { HeldFactors } from "#lib/loosening.ts";
import { AppError } from "#server/errors.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

/** What would be taken by a reset, in the database's own words: its guard judges the same. Throws `not_found`. */
export async function heldFactors(trx: DatabaseTransaction, memberId: string): Promise<HeldFactors> {
	const row = await trx
		.selectNoFrom(sql<HeldFactors | null>`factors_of(${memberId})`.as("held"))
		.executeTakeFirstOrThrow();
	if (!row.held) throw new AppError("not_found", "no such member");
	return row.held;
}
