import { withPermission } from "#server/access/recheck-permission.ts";
import type { Context } from "#server/context.ts";
import { addJob } from "#server/store/job-queue.ts";
import { requireWalletKey } from "#server/wallets/balance-readings.ts";
import { readSpacing } from "#server/wallets/run-movement-sync.ts";

/**
 * Requests a sync of the movements; open pages are notified when it ends. Simultaneous requests share one job. `waitMs`: the job's delay.
 */
export async function requestMovementSync(
	context: Context,
	input: { currency: string },
): Promise<{ requestedAt: string; waitMs: number }> {
	requireWalletKey(context, input.currency);
	const { waitMs, now } = await readSpacing(context, input.currency, { asked: true });
	const payload = { currency: input.currency, asked: true, since: now };
	await withPermission(context, "movement.refresh", async (trx) => {
		await addJob(trx, "sync_movements", payload, { key: `sync_movements:${input.currency}`, delayMs: waitMs });
	});
	return { requestedAt: context.clock.now().toISOString(), waitMs };
}
