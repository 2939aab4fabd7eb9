import type { Database, DatabaseTransaction } from "#server/store/database.ts";
import { addJob } from "#server/store/queue.ts";

/**
 * One waiting job a wallet; `patient`: nobody waits for it. Turns are kept by `runReconciliation` and not by a named queue: a
 * killed worker would hold such a queue for four hours.
 */
export async function askReconciliation(
	database: Database | DatabaseTransaction,
	currency: string,
	{ patient = false, delayMs = 0 }: { patient?: boolean; delayMs?: number } = {},
): Promise<void> {
	const key = `reconcile_wallet:${currency}`;
	await addJob(database, "reconcile_wallet", { currency }, { key, priority: patient ? 15 : 0, delayMs });
}
