/** Queries of wallets. */
import { queryOptions } from "@tanstack/react-query";
import { apiGet } from "#lib/api.ts";
import type { Wallet, WalletList } from "#lib/contracts/wallet.ts";

export const walletQueries = {
	all: ["wallets"] as const,
	list: () =>
		queryOptions({
			queryKey: ["wallets"] as const,
			queryFn: ({ signal }) => apiGet<WalletList>("/api/wallets", { signal }),
		}),
	balance: (currency: string) =>
		queryOptions({
			queryKey: ["wallets", currency] as const,
			queryFn: ({ signal }) => apiGet<Wallet>(`/api/wallets/${encodeURIComponent(currency)}`, { signal }),
		}),
};
