/** Papers that leave the desk with a code by which anybody can ask whether the desk issued them. */
export type PaperKind = "receipt.deposit" | "receipt.payout" | "statement";
