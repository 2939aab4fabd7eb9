/** Signs of life of the workers: each writes its row every 5 s. */
import type { Database } from "#server/store/database.ts";
import { PREPARED } from "#server/store/keep-prepared.ts";

/** Four missed beats: one is a slow moment, four are an absence. */
export const WORKER_AWAY_MS = 20_000;

export interface WorkerSigns {
	alive: boolean;
	/** Of the worker seen last; null when none ever was. */
	lastSeenAt: Date | null;
}

export async function readWorkerSigns(database: Database, now: Date): Promise<WorkerSigns> {
	const row = await database
		.selectFrom("worker")
		.modifyFront(PREPARED)
		.select((eb) => eb.fn.max("seen_at").as("seen"))
		.executeTakeFirst();
	const lastSeenAt: Date | null = row?.seen ?? null;
	const alive = lastSeenAt !== null && now.getTime() - lastSeenAt.getTime() <= WORKER_AWAY_MS;
	return { alive, lastSeenAt };
}
