/** An admin's answers about a held payout. Separate from its contract, because the page needs no zod. */

/** release: it has not left and may go. expire: it must not be sent. left: the wallet shows that it left. */
export const WITNESS_ANSWERS = ["release", "expire", "left"] as const;
export type WitnessAnswer = (typeof WITNESS_ANSWERS)[number];
