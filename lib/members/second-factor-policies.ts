/** Policies that name the members who need a second factor, the weakest first. The form needs this list without zod. */
export const SECOND_FACTOR_POLICIES = ["off", "approvers", "everybody"] as const;
export type SecondFactorPolicy = (typeof SECOND_FACTOR_POLICIES)[number];
