import { sql } from "kysely";
import type { Database } from "#server/store/database.ts";
import { PREPARED } from "#server/store/prepared-statements.ts";

/** Four missed heartbeats of 5 s: one may be a short delay, four mean absence. */
export const WORKER_AWAY_MS = 20_000;

/**
 * SQL: a row of `worker` or `program` has a recent heartbeat, by the database's clock, which also dated it. A date ahead of that clock was
 * written before the clock was set back; a running program replaces it within seconds.
 */
export const IS_ALIVE = sql<boolean>`seen_at between clock_timestamp() - ${sql.lit(WORKER_AWAY_MS)} * interval '1 millisecond'
	and clock_timestamp()`;

/** `lastSeenAt`: the latest heartbeat of any worker; null when there was none. */
export async function readWorkerHeartbeats(database: Database): Promise<{ alive: boolean; lastSeenAt: Date | null }> {
	const row = await database
		.selectFrom("worker")
		.modifyFront(PREPARED)
		.select((eb) => [eb.fn.max("seen_at").as("lastSeenAt"), sql<boolean | null>`bool_or(${IS_ALIVE})`.as("alive")])
		.where("seen_at", "<=", sql<Date>`clock_timestamp()`)
		.executeTakeFirstOrThrow();
	return { alive: row.alive ?? false, lastSeenAt: row.lastSeenAt };
}

interface Watch {
	since: Date;
	seen: ReadonlyMap<string, number>;
}

const watches = new WeakMap<Database, Map<string, Watch>>();

/**
 * Tells whether another worker that knows this database is alive: `yes` once it sends a new heartbeat. `waiting` for at most 20 s
 * while other workers have a recent one or one ahead of the clock, then `no`.
 */
export async function watchOtherWorkers(database: Database, workerId: string): Promise<"yes" | "no" | "waiting"> {
	const rows = await database
		.selectFrom("worker")
		.select(["id", "seen_at", "knows_database", sql<Date>`now()`.as("now")])
		.where("id", "<>", workerId)
		.where("seen_at", ">", sql<Date>`now() - ${WORKER_AWAY_MS} * interval '1 millisecond'`)
		.execute();
	const [first] = rows;
	const known = watches.get(database) ?? new Map<string, Watch>();
	watches.set(database, known);
	const watch = known.get(workerId);
	if (!first) {
		known.delete(workerId);
		return "no";
	}
	if (!watch) {
		known.set(workerId, { since: first.now, seen: new Map(rows.map((row) => [row.id, row.seen_at.getTime()])) });
		return "waiting";
	}
	const advanced = rows.filter(({ id, seen_at }) => seen_at.getTime() > (watch.seen.get(id) ?? watch.since.getTime()));
	// guard: neighbour-knows-this-database
	if (advanced.some((row) => row.knows_database)) return "yes";
	return first.now.getTime() - watch.since.getTime() > WORKER_AWAY_MS ? "no" : "waiting";
}

/** Returns the ids of workers with a heartbeat in the last ten minutes: they may still write their head and journal files. */
export async function readWorkersAtWork(database: Database): Promise<string[]> {
	const rows = await database
		.selectFrom("worker")
		.select("id")
		.where("seen_at", ">", sql<Date>`now() - interval '10 minutes'`)
		.execute();
	return rows.map(({ id }) => id);
}
