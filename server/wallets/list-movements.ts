import { sql } from "kysely";
import type { MovementList, MovementQuery } from "#lib/contracts/movement.ts";
import { demand } from "#server/access/permissions.ts";
import type { Context, SystemContext } from "#server/context.ts";
import { readCursor, writeCursor } from "#server/wallets/movement-cursor.ts";
import { demandSoundFilter, type MovementFilter, placeOf, readRows } from "#server/wallets/movement-rows.ts";
import { readTotals } from "#server/wallets/movement-totals.ts";
import { demandWallet } from "#server/wallets/wallet-look.ts";

/**
 * A page of the mirror, never of the service, with the totals of all that the filters let through. Throws `wallet_unknown`,
 * `invalid_input` (a cursor that is not ours, borders in the wrong order).
 */
export async function listMovements(
	context: Context,
	input: MovementQuery & { currency: string },
): Promise<MovementList> {
	demand(context, "movement.read");
	demandWallet(context, input.currency);
	demandSoundFilter(input);
	const after = input.cursor === undefined ? null : readCursor(input.sort, input.cursor);
	const { sort, limit } = input;
	const mirror = readMirror(context, input.currency);
	const [found, types, facts, totals] = await Promise.all([
		// One row more than asked for tells whether there is a next page.
		readRows(context, { filter: input, sort, after, limit: limit + 1 }),
		readTypes(context, input.currency),
		mirror,
		mirror.then(({ rows }) => readTotals(context, input, rows)),
	]);
	const items = found.slice(0, limit);
	const last = found.length > limit ? items.at(-1) : undefined;
	const { syncedAt, ...rest } = facts;
	return {
		items,
		nextCursor: last ? writeCursor(sort, placeOf(sort, last)) : null,
		total: totals.reduce((sum, { count }) => sum + count, 0),
		totals,
		types,
		syncedAt,
		mirror: rest,
	};
}

async function readMirror(system: SystemContext, currency: string) {
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
async function readTypes(system: SystemContext, currency: MovementFilter["currency"]): Promise<string[]> {
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
