/** What is known of a mirror as a whole: the row of its last sync, what it could not read, and the types it holds. */

import { sql } from "kysely";
import type { Incomplete } from "#lib/contracts/movement.ts";
import type { SystemContext } from "#server/context.ts";
import { PREPARED } from "#server/store/keep-prepared.ts";
import { isArriving, readSyncRow } from "#server/wallets/sync-row.ts";

export async function readMirror(system: SystemContext, currency: string) {
	const mirror = { environment: system.config.environment, currency };
	const [sync, oldest] = await Promise.all([readSyncRow(system.database, mirror), readOldest(system, currency)]);
	const count = sync.unreadable_lines;
	return {
		isArriving: isArriving(sync),
		incomplete: count > 0 ? { count, lines: await readUnreadable(system, currency) } : null,
		rows: sync.mirror_rows,
		oldest,
		mayBeCut: sync.may_be_cut,
		fault: sync.fault,
		syncedAt: sync.synced_at?.toISOString() ?? null,
	};
}

/** Of the lines that stand. */
async function readOldest(system: SystemContext, currency: string): Promise<string | null> {
	const row = await system.database
		.selectFrom("movement")
		.modifyFront(PREPARED)
		.select((of) => of.fn.min("created_at").as("at"))
		.where("environment", "=", system.config.environment)
		.where("currency", "=", currency)
		.where("withdrawn_at", "is", null)
		.executeTakeFirst();
	return row?.at?.toISOString() ?? null;
}

/** The first lines of the last answer that could not be read, in its order. */
function readUnreadable(system: SystemContext, currency: string): Promise<Incomplete["lines"]> {
	return system.database
		.selectFrom("unreadable_movement")
		.select(["place", "field", "fault", "excerpt"])
		.where("environment", "=", system.config.environment)
		.where("currency", "=", currency)
		.orderBy("place")
		.execute();
}

/** Every type in the mirror, by stepping through the index from one to the next: rows are not visited. */
export async function readTypes(system: SystemContext, currency: string): Promise<string[]> {
	const ours = sql`environment = ${system.config.environment} and currency = ${currency}`;
	const { rows } = await sql<{ type: string }>`
		with recursive step as (
			(select type from movement where ${ours} order by type limit 1)
			union all
			select (select movement.type from movement where ${ours} and movement.type > step.type order by movement.type limit 1)
			from step where step.type is not null
		)
		select type from step where type is not null order by type`.execute(system.database);
	return rows.map(({ type }) => type);
}
