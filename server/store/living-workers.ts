/** Whose signs of life count: a row may be of the time before a backup, and a worker that is new itself can vouch for nothing. */
import { sql } from "kysely";
import type { Database } from "#server/store/database.ts";
import { WORKER_AWAY_MS } from "#server/store/worker-signs.ts";

interface Watch {
	/** By the database's clock. */
	since: Date;
	seen: ReadonlyMap<string, number>;
}

/** By database and worker. */
const watches = new WeakMap<Database, Map<string, Watch>>();

/**
 * Does another worker, one that knows this database, live on it? Its beat must be seen to advance, by the database's clock:
 * `waiting` until it does, `no` when nobody is there, or none did in the time in which it should have.
 */
export async function watchColleagues(database: Database, workerId: string): Promise<"yes" | "no" | "waiting"> {
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

/** Ids of those who were seen lately, and may still write their files. */
export async function readWorkersAtWork(database: Database): Promise<string[]> {
	const rows = await database
		.selectFrom("worker")
		.select("id")
		.where("seen_at", ">", sql<Date>`now() - interval '10 minutes'`)
		.execute();
	return rows.map(({ id }) => id);
}
