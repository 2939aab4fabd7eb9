/** The verdicts of people on lines of a wallet and on payments without a line. */

/** A person's verdict on a line without a payment of ours. */
export const LINE_VERDICTS = ["fee", "top_up", "portal", "correction", "other"] as const;
/** A person's verdict on a payment without a line. */
export const PAYMENT_VERDICTS = ["wait", "support"] as const;
export const VERDICTS = ["match", ...LINE_VERDICTS, ...PAYMENT_VERDICTS, "reopen"] as const;
export type Verdict = (typeof VERDICTS)[number];
