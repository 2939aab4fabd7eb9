/** Which members a desk requires a second factor of, the weakest first. Without zod, because the form needs only the list. */
export const SECOND_FACTOR_POLICIES = ["off", "approvers", "everybody"] as const;
export type SecondFactorPolicy = (typeof SECOND_FACTOR_POLICIES)[number];
