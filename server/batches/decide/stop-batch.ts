import type { Batch } from "#lib/contracts/batch.ts";
import { decideBatch } from "#server/batches/decide/decide-batch.ts";
import { readBatch } from "#server/batches/read-batch.ts";
import type { Context } from "#server/context.ts";

/** Cancels every row that has not left. Throws forbidden, not_found, stale_version (no row waits). */
export async function stopBatch(
	context: Context,
	{ id, reason }: { id: string; reason?: string | undefined },
): Promise<Batch> {
	const { version } = await readBatch(context, { id });
	// It is meant for every row that waits, also for those that come back to approval meanwhile.
	return decideBatch(context, { id, version, decision: "cancel", reason, ofAnyVersion: true });
}
