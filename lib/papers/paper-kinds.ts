/** Papers that leave the desk with a code by which anybody can ask whether the desk issued them. */
export const PAPER_KINDS = ["receipt.deposit", "receipt.payout", "statement"] as const;
export type PaperKind = (typeof PAPER_KINDS)[number];
