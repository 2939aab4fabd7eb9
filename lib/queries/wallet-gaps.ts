import { apiSend } from "#lib/api.ts";
import type { Asked } from "#lib/contracts/change-request.ts";
import type { AnswerWallet, SharedWallet, WalletGaps } from "#lib/contracts/wallet-gaps.ts";
import type { HeldPayoutAnswer } from "#lib/payments/wallet-answers.ts";
import { apiQuery } from "#lib/queries/api-query.ts";

const PATH = "/api/wallet-gaps";

export const walletGapQueries = {
	now: () => apiQuery<WalletGaps>(["wallet-gaps"], PATH),
};

/** Sends an admin's answer about each held payout. Returns the count of each answer, or the change request for a second admin. */
export const answerWallet = (answer: AnswerWallet) =>
	apiSend<Record<HeldPayoutAnswer, number> | Asked>("POST", PATH, answer);
export const changeSharedWallet = (change: SharedWallet) =>
	apiSend<SharedWallet | Asked>("PUT", "/api/shared-wallets", change);
