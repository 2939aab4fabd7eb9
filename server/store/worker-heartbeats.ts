/** Heartbeats of the workers: each writes its row every 5 s. */

import { sql } from "kysely";
import type { Database } from "#server/store/database.ts";
import { PREPARED } from "#server/store/keep-prepared.ts";

/** Four missed heartbeats: one may be a short delay, four mean absence. */
export const WORKER_AWAY_MS = 20_000;

export interface WorkerHeartbeats {
	alive: boolean;
	/** The worker seen last; null when there never was one. */
	lastSeenAt: Date | null;
}

/** By the database's clock, which wrote them: another machine's may be wrong. */
export async function readWorkerHeartbeats(database: Database): Promise<WorkerHeartbeats> {
	const row = await database
		.selectFrom("worker")
		.modifyFront(PREPARED)
		.select((eb) => eb.fn.max("seen_at").as("seen"))
		.select(sql<Date>`now()`.as("now"))
		.executeTakeFirst();
	const lastSeenAt: Date | null = row?.seen ?? null;
	const alive = lastSeenAt !== null && (row?.now.getTime() ?? 0) - lastSeenAt.getTime() <= WORKER_AWAY_MS;
	return { alive, lastSeenAt };
}

interface Watch {
	/** By the database's clock. */
	since: Date;
	seen: ReadonlyMap<string, number>;
}

const watches = new WeakMap<Database, Map<string, Watch>>();

/**
 * Looks for another worker that knows this database. Its heartbeat must advance by the database's clock: `waiting` until it does,
 * `no` when there is none or none advanced in time.
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

/** Ids of workers seen lately, which may still write their files. */
export async function readWorkersAtWork(database: Database): Promise<string[]> {
	const rows = await database
		.selectFrom("worker")
		.select("id")
		.where("seen_at", ">", sql<Date>`now() - interval '10 minutes'`)
		.execute();
	return rows.map(({ id }) => id);
}
