/** Replaces `server/access/password/password-cost.ts` (vitest.config.ts): tests hash thousands of passwords. */
export const PASSWORD_COST = { memory: 64, passes: 1, parallelism: 1 };
