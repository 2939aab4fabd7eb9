/** Queries of wallets. */
import type { Wallet, WalletList } from "#lib/contracts/wallet.ts";
import { apiQuery } from "#lib/queries/api-query.ts";

export const walletQueries = {
	list: () => apiQuery<WalletList>(["wallets"], "/api/wallets"),
	balance: (currency: string) =>
		apiQuery<Wallet>(["wallets", currency], `/api/wallets/${encodeURIComponent(currency)}`),
};
