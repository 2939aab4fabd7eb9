/** Signs of life in table `worker`, by the database's clock. A worker that is not seen is said on every page, and its attempts are given up. */
import { hostname } from "node:os";
import { sql } from "kysely";
import { ulid } from "ulid";
import type { SystemContext } from "#server/context.ts";
import { signOfLife } from "#server/continuity/life.ts";
import { isKnownTo } from "#server/payments/stop/database-doubt.ts";

/** Unique for each start of a process: a restarted worker cannot bring the answers of the one before. */
export function newWorkerId(): string {
	return `${hostname()}:${process.pid}:${ulid()}`;
}

/** Alone it asks nothing; a worker that may have slept shows its life by server/continuity/life.ts. */
export async function beat({ database }: SystemContext, workerId: string): Promise<void> {
	await signOfLife(database, workerId, { knowsDatabase: isKnownTo(database, workerId) });
}

/** Rows of workers that ended days ago; the newest stays, it says since when nobody works. */
export async function forgetOldWorkers({ database }: SystemContext): Promise<void> {
	await database
		.deleteFrom("worker")
		.where("seen_at", "<", sql<Date>`now() - interval '2 days'`)
		.where("seen_at", "<", (of) => of.selectFrom("worker as newest").select((w) => w.fn.max("newest.seen_at").as("at")))
		.execute();
}
