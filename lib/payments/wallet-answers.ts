/** An admin's answers about a held payout. Not in the contract, so that the page need not load zod. */

/** release: the payout has not left and may be sent. expire: it may have left and must not be sent. left: the wallet shows that it left. */
export const HELD_PAYOUT_ANSWERS = ["release", "expire", "left"] as const;
export type HeldPayoutAnswer = (typeof HELD_PAYOUT_ANSWERS)[number];
