/** The groups of members who need a second factor, the weakest policy first. Not in the contract, so that forms need not load zod. */
export const SECOND_FACTOR_POLICIES = ["off", "approvers", "everybody"] as const;
export type SecondFactorPolicy = (typeof SECOND_FACTOR_POLICIES)[number];
