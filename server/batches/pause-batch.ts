import { pauseOrResume } from "#server/batches/pause-or-resume.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";

/** Pauses a batch: no row without a permit leaves after this commit. Throws forbidden (needs `sending.stop`), not_found, conflict. */
export async function pauseBatch(context: Context, { id, reason }: { id: string; reason?: string | undefined }) {
	return pauseOrResume(context, id, "batch.paused", reason, async (_trx, batch) => {
		if (batch.requested_at === null || batch.paused_at !== null) throw new AppError("conflict", "it is not under way");
		return { paused_at: context.clock.now(), paused_by: context.member.id };
	});
}
