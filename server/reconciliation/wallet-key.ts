import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import type { WalletKey } from "#server/store/listed.ts";

/** Throws `wallet_unknown` for a currency that is not configured. */
export function requireWalletKey({ config }: Context, currency: string): WalletKey {
	if (!config.walletCurrencies.includes(currency)) throw new AppError("wallet_unknown", `no wallet in ${currency}`);
	return { environment: config.environment, currency };
}
