import { sql } from "kysely";
import { lineIdSchema } from "#lib/contracts/common-fields.ts";
import type { Incomplete, MovementList, MovementQuery } from "#lib/contracts/movement.ts";
import { addDays, isCalendarDay } from "#lib/dates.ts";
import type { MovementSort } from "#lib/movements/movement-sorts.ts";
import { requirePermission } from "#server/access/require-permission.ts";
import type { Context, SystemContext } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { ofWallet } from "#server/store/sql-fragments.ts";
import { requireWalletKey } from "#server/wallets/balance-readings.ts";
import { type MovementPlace, placeOf, readOldest, readRow, readRows } from "#server/wallets/movement-rows.ts";
import { isArriving, readSyncRow } from "#server/wallets/sync-row.ts";

/** Returns a page of the mirror, without sums. Throws `wallet_unknown`, and `invalid_input` for an invalid cursor or an unknown line. */
export async function listMovements(
	context: Context,
	input: MovementQuery & { currency: string },
): Promise<MovementList> {
	requirePermission(context, "movement.read");
	requireWalletKey(context, input.currency);
	const after = input.cursor === undefined ? null : await placeIn(context, input, input.cursor);
	const { sort, limit } = input;
	const [found, types, kept] = await Promise.all([
		readRows(context, { filter: input, sort, after, limit: limit + 1 }),
		readTypes(context, input.currency),
		readMirror(context, input.currency),
	]);
	const items = found.slice(0, limit);
	const last = found.length > limit ? items.at(-1) : undefined;
	const { syncedAt, isArriving, ...mirror } = kept;
	return { items, nextCursor: last?.id ?? null, types, syncedAt, isArriving, mirror };
}

/**
 * The cursor is the id of the last line before the page. In a list by time it may be a calendar day: the page begins with that day's newest
 * lines, or its oldest if ascending.
 */
async function placeIn(
	context: Context,
	{ currency, sort }: { currency: string; sort: MovementSort },
	cursor: string,
): Promise<MovementPlace> {
	if (isCalendarDay(cursor) && !sort.endsWith("amount")) {
		const day = sort === "createdAt" ? cursor : addDays(cursor, 1);
		return { value: `${day} 00:00 ${context.config.timeZone}`, id: "0" };
	}
	const line = lineIdSchema.safeParse(cursor).success ? await readRow(context, currency, cursor) : null;
	if (!line) throw new AppError("invalid_input", "malformed cursor", { fields: { cursor: "invalid" } });
	return placeOf(sort, line);
}

async function readMirror(system: SystemContext, currency: string) {
	const mirror = { environment: system.config.environment, currency };
	const [sync, oldest] = await Promise.all([readSyncRow(system.database, mirror), readOldest(system, currency)]);
	const count = sync.unreadable_lines;
	return {
		isArriving: isArriving(sync),
		incomplete: count > 0 ? { count, lines: await readUnreadable(system, currency) } : null,
		rows: sync.mirror_rows,
		oldest: oldest?.toISOString() ?? null,
		mayBeCut: sync.may_be_cut,
		fault: sync.fault,
		syncedAt: sync.synced_at?.toISOString() ?? null,
	};
}

function readUnreadable(system: SystemContext, currency: string): Promise<Incomplete["lines"]> {
	return system.database
		.selectFrom("unreadable_movement")
		.select(["place", "field", "fault", "excerpt"])
		.where(ofWallet({ environment: system.config.environment, currency }))
		.orderBy("place")
		.execute();
}

/** Returns every type in the mirror; the query jumps along the index and reads no rows. */
async function readTypes(system: SystemContext, currency: string): Promise<string[]> {
	const ours = ofWallet({ environment: system.config.environment, currency }, "movement");
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
