import { demand } from "#server/access/permissions.ts";
import type { Context } from "#server/context.ts";
import { addJob } from "#server/store/queue.ts";
import { readSpacing } from "#server/wallets/run-movement-sync.ts";
import { demandWallet } from "#server/wallets/wallet-look.ts";

/**
 * Asks the worker to bring one mirror level. Many people asking at once make one waiting job; its end is told as a change.
 * `waitMs`: how long the service is let rest before, since its last list took long.
 */
export async function requestMovementSync(
	context: Context,
	input: { currency: string },
): Promise<{ requestedAt: string; waitMs: number }> {
	demand(context, "movement.refresh");
	demandWallet(context, input.currency);
	const { waitMs, now } = await readSpacing(context, input.currency);
	const payload = { currency: input.currency, asked: true, since: now };
	await addJob(context.database, "sync_movements", payload, {
		key: `sync_movements:${input.currency}`,
		delayMs: waitMs,
	});
	return { requestedAt: context.clock.now().toISOString(), waitMs };
}
