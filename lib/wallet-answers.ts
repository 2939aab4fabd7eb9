/** What an admin may say of a held payout. Apart from its contract: a page that shows the choice needs no zod. */

/** release: it has not left and may go. expire: it shall not be sent. left: the wallet shows that it left. */
export const WITNESS_ANSWERS = ["release", "expire", "left"] as const;
export type WitnessAnswer = (typeof WITNESS_ANSWERS)[number];
