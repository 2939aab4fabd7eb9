/** Adds a batch of observed service behaviour to the counts. */
import { sql } from "kysely";
import { type Observed, OTHER_VALUE } from "#lib/contracts/service-record.ts";
import type { Database } from "#server/store/database.ts";

/** Maximum number of different values per kind; further values are counted together as `OTHER_VALUE`. */
const MAX_VALUES = 200;

export async function keepObservations(database: Database, batch: readonly Observed[]): Promise<void> {
	if (batch.length === 0) return;
	await database.transaction().execute(async (trx) => {
		// One batch at a time: two batches with the same values in different orders would deadlock.
		await sql`select pg_advisory_xact_lock(hashtext('observation'))`.execute(trx);
		const known = await trx.selectFrom("observation").select(["kind", "endpoint", "value"]).execute();
		const keys = new Set(known.map(keyOf));
		const counts = new Map<string, number>();
		for (const { kind } of known) counts.set(kind, (counts.get(kind) ?? 0) + 1);
		for (const seen of batch) {
			const isNew = !keys.has(keyOf(seen));
			const isFull = isNew && (counts.get(seen.kind) ?? 0) >= MAX_VALUES;
			const value = isFull ? OTHER_VALUE : seen.value;
			if (isNew && !isFull) counts.set(seen.kind, (counts.get(seen.kind) ?? 0) + 1);
			keys.add(keyOf({ ...seen, value }));
			await trx
				.insertInto("observation")
				.values({
					kind: seen.kind,
					endpoint: seen.endpoint,
					value,
					count: seen.count,
					first_at: seen.firstAt,
					last_at: seen.lastAt,
					max_ms: seen.maxMs,
					example: seen.example,
				})
				.onConflict((conflict) =>
					conflict.columns(["kind", "endpoint", "value"]).doUpdateSet((of) => ({
						count: sql<string>`observation.count + excluded.count`,
						first_at: sql<Date>`least(observation.first_at, excluded.first_at)`,
						last_at: sql<Date>`greatest(observation.last_at, excluded.last_at)`,
						max_ms: sql<number | null>`greatest(observation.max_ms, excluded.max_ms)`,
						example: of.fn.coalesce("excluded.example", "observation.example"),
					})),
				)
				.execute();
		}
	});
}

function keyOf({ kind, endpoint, value }: Pick<Observed, "kind" | "endpoint" | "value">): string {
	return `${kind} ${endpoint} ${value}`;
}
