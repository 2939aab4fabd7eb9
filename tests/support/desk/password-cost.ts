/** In place of `server/access/password/password-cost.ts` (vitest.config.ts): thousands are tried in these tests, and what one costs is another's matter. */
export const PASSWORD_COST = { memory: 64, passes: 1, parallelism: 1 };
