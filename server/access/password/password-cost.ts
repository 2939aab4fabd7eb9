/** What one try of a password costs: OWASP's first choice for argon2id, 46 MiB, one pass, one lane. */
export const PASSWORD_COST = { memory: 47_104, passes: 1, parallelism: 1 } as const;
