/** Queries of wallets. */
import type { WalletList } from "#lib/contracts/wallet.ts";
import { apiQuery } from "#lib/queries/api-query.ts";

export const walletQueries = {
	list: () => apiQuery<WalletList>(["wallets"], "/api/wallets"),
};
