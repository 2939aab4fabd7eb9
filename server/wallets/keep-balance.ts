import type { SystemContext } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { tellChange } from "#server/store/changes.ts";
import { askBalance } from "#server/wallets/wallet-look.ts";

/**
 * The worker's look: kept, and told when the balance changed or somebody waits for the look itself (`asked`). A service that
 * cannot be asked is only noted; the next look comes anyway.
 */
export async function keepBalance(system: SystemContext, input: { currency: string; asked?: boolean }): Promise<void> {
	if (!system.config.walletCurrencies.includes(input.currency)) return;
	try {
		await askBalance(system, input.currency);
		if (input.asked) await tellChange(system.database, { topic: "wallets", id: input.currency });
	} catch (error) {
		if (!(error instanceof AppError)) throw error;
		system.log.warn({ event: "balance_not_read", currency: input.currency, code: error.code });
	}
}
