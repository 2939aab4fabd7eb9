/** Wallets that must be read, or answered for, before a payout leaves, as Settings asks for them. The shape is the verb's. */
import { queryOptions } from "@tanstack/react-query";
import { apiGet, apiSend } from "#lib/api.ts";
import type { AnswerWallet, SharedWallet, WalletWitness } from "#lib/contracts/wallet-witness.ts";
import type { WitnessAnswer } from "#lib/wallet-answers.ts";

export const walletWitnessQueries = {
	all: ["wallet-witness"] as const,
	now: () =>
		queryOptions({
			queryKey: ["wallet-witness"] as const,
			queryFn: ({ signal }) => apiGet<WalletWitness>("/api/wallet-witness", { signal }),
		}),
};

/** An admin's word on every held payout; says how many of each. */
export function answerWallet(answer: AnswerWallet): Promise<Record<WitnessAnswer, number>> {
	return apiSend("POST", "/api/wallet-witness", answer);
}

/** Do other systems use this wallet too? */
export function changeSharedWallet(change: SharedWallet): Promise<SharedWallet> {
	return apiSend("PUT", "/api/shared-wallets", change);
}
