/** The cost of one password check: OWASP's first recommendation for argon2id (46 MiB, 1 iteration, parallelism 1). */
export const PASSWORD_COST = { memory: 47_104, passes: 1, parallelism: 1 } as const;
