import { sql } from "kysely";
import type { PaymentRow } from "#server/payment-records/payment-summary.ts";
import type { Database } from "#server/store/database.ts";
import { PREPARED } from "#server/store/prepared-statements.ts";

/** Returns the ids of the paused batches among the payouts' batches. */
export async function findPausedBatches(
	database: Database,
	payouts: readonly Pick<PaymentRow, "batch_id">[],
): Promise<Set<string>> {
	const ids = [...new Set(payouts.flatMap(({ batch_id }) => batch_id ?? []))];
	if (ids.length === 0) return new Set();
	const paused = await database
		.selectFrom("batch")
		.modifyFront(PREPARED)
		.select("id")
		.where(sql<boolean>`id = any(${ids})`)
		.where(sql<boolean>`is_batch_paused(batch)`)
		.execute();
	return new Set(paused.map(({ id }) => id));
}
