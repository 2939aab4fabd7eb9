/** Queries and answers of wallets that hold payouts back. The server verb defines the shape. */
import { apiSend } from "#lib/api.ts";
import type { Asked } from "#lib/contracts/change-request.ts";
import type { AnswerWallet, SharedWallet, WalletWitness } from "#lib/contracts/wallet-witness.ts";
import type { HeldPayoutAnswer } from "#lib/payments/wallet-answers.ts";
import { apiQuery } from "#lib/queries/api-query.ts";

const PATH = "/api/wallet-witness";

export const walletWitnessQueries = {
	all: ["wallet-witness"] as const,
	now: () => apiQuery<WalletWitness>(["wallet-witness"], PATH),
};

/** Sends an admin's answer about every held payout; returns the count of each, or the request that waits for a second admin. */
export const answerWallet = (answer: AnswerWallet) =>
	apiSend<Record<HeldPayoutAnswer, number> | Asked>("POST", PATH, answer);
/** Sets whether other systems use this wallet too. */
export const changeSharedWallet = (change: SharedWallet) =>
	apiSend<SharedWallet | Asked>("PUT", "/api/shared-wallets", change);
