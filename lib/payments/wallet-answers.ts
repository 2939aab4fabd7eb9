/** An admin's answers about a held payout. Separate from its contract, because the page needs no zod. */

/** release: the payout has not left and may be sent. expire: it must not be sent. left: the wallet shows that it has left. */
export const HELD_PAYOUT_ANSWERS = ["release", "expire", "left"] as const;
export type HeldPayoutAnswer = (typeof HELD_PAYOUT_ANSWERS)[number];
