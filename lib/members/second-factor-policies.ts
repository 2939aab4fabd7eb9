/** Policies for which members need a second factor, the weakest first. Apart from the contract, so that forms need not load zod. */
export const SECOND_FACTOR_POLICIES = ["off", "approvers", "everybody"] as const;
export type SecondFactorPolicy = (typeof SECOND_FACTOR_POLICIES)[number];
