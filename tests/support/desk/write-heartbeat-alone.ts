import type { SystemContext } from "#server/context.ts";
import { findingOf } from "#server/continuity/database-mismatch.ts";
import { keepHeartbeat } from "#server/continuity/heartbeat.ts";

/** Does not detect a gap, as a worker does that may have slept. */
export async function writeHeartbeatAlone({ database }: SystemContext, workerId: string): Promise<void> {
	await keepHeartbeat(database, workerId, { knowsDatabase: findingOf(database, workerId) === null });
}
