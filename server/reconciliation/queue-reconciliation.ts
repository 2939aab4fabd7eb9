import type { Database } from "#server/store/database.ts";
import { addJob } from "#server/store/job-queue.ts";

/**
 * Keeps one waiting job per wallet; a `patient` job has a low priority, since nobody waits for its result. `runReconciliation` keeps
 * runs apart with a lock: a named queue would stay locked for four hours after its worker was killed.
 */
export async function queueReconciliation(
	database: Database,
	currency: string,
	{ patient = false, delayMs = 0 }: { patient?: boolean; delayMs?: number } = {},
): Promise<void> {
	const key = `reconcile_wallet:${currency}`;
	await addJob(database, "reconcile_wallet", { currency }, { key, priority: patient ? 15 : 0, delayMs });
}
