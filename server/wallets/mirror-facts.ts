/** What is known of a mirror as a whole: the row of its last sync, and the types it holds. */
import { sql } from "kysely";
import type { SystemContext } from "#server/context.ts";

export async function readMirror(system: SystemContext, currency: string) {
	const { environment } = system.config;
	const sync = await system.database
		.selectFrom("movement_sync")
		.select(["mirror_rows", "synced_at", "may_be_cut", "fault"])
		.select((eb) =>
			eb
				.selectFrom("movement")
				.select((inner) => inner.fn.min("created_at").as("oldest"))
				.where("environment", "=", environment)
				.where("currency", "=", currency)
				.as("oldest"),
		)
		.where("environment", "=", environment)
		.where("currency", "=", currency)
		.executeTakeFirst();
	return {
		rows: sync?.mirror_rows ?? 0,
		oldest: sync?.oldest?.toISOString() ?? null,
		mayBeCut: sync?.may_be_cut ?? false,
		fault: sync?.fault ?? null,
		syncedAt: sync?.synced_at?.toISOString() ?? null,
	};
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
