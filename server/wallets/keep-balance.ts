import type { SystemContext } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { publishUpdate } from "#server/store/live-updates.ts";
import { askBalance } from "#server/wallets/balance-readings.ts";

/**
 * Reads and stores a balance for the worker. Open pages are notified when the balance changed; with `asked`, after every reading. A fault
 * is only logged, since the next reading follows anyway.
 */
export async function keepBalance(system: SystemContext, input: { currency: string; asked?: boolean }): Promise<void> {
	if (!system.config.walletCurrencies.includes(input.currency)) return;
	try {
		await askBalance(system, input.currency);
		if (input.asked) await publishUpdate(system.database, { topic: "wallets", id: input.currency });
	} catch (error) {
		if (!(error instanceof AppError)) throw error;
		system.log.warn({ event: "balance_not_read", currency: input.currency, code: error.code });
	}
}
