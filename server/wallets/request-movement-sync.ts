import { demand } from "#server/access/permissions.ts";
import type { Context } from "#server/context.ts";
import { addJob } from "#server/store/queue.ts";
import { demandWallet } from "#server/wallets/wallet-look.ts";

/** Asks the worker to bring one mirror level. Many people asking at once make one waiting job; its end is told as a change. */
export async function requestMovementSync(
	context: Context,
	input: { currency: string },
): Promise<{ requestedAt: string }> {
	demand(context, "movement.refresh");
	demandWallet(context, input.currency);
	const payload = { currency: input.currency, asked: true };
	await addJob(context.database, "sync_movements", payload, { key: `sync_movements:${input.currency}` });
	return { requestedAt: context.clock.now().toISOString() };
}
