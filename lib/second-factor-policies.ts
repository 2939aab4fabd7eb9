/** Of whom a desk may ask a second factor, the least demanding first. Without zod: the choice on the screen needs no more. */
export const SECOND_FACTOR_POLICIES = ["off", "approvers", "everybody"] as const;
export type SecondFactorPolicy = (typeof SECOND_FACTOR_POLICIES)[number];
