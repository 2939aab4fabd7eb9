/** Queries and answers of wallets that hold payouts back. The server verb defines the shape. */
import { queryOptions } from "@tanstack/react-query";
import { apiGet, apiSend } from "#lib/api.ts";
import type { Asked } from "#lib/contracts/change-request.ts";
import type { AnswerWallet, SharedWallet, WalletWitness } from "#lib/contracts/wallet-witness.ts";
import type { WitnessAnswer } from "#lib/payments/wallet-answers.ts";

export const walletWitnessQueries = {
	all: ["wallet-witness"] as const,
	now: () =>
		queryOptions({
			queryKey: ["wallet-witness"] as const,
			queryFn: ({ signal }) => apiGet<WalletWitness>("/api/wallet-witness", { signal }),
		}),
};

/** Sends an admin's answer about every held payout; returns the count of each, or the request that waits for a second admin. */
export function answerWallet(answer: AnswerWallet): Promise<Record<WitnessAnswer, number> | Asked> {
	return apiSend("POST", "/api/wallet-witness", answer);
}

/** Sets whether other systems use this wallet too. */
export function changeSharedWallet(change: SharedWallet): Promise<SharedWallet | Asked> {
	return apiSend("PUT", "/api/shared-wallets", change);
}
