/** Where an imported transaction stands. Apart from its contract: the register's view needs no zod. */

/** `waiting`: not asked yet, or the service was away. `unreadable`: its answer cannot be trusted. */
export const IMPORT_STATES = ["waiting", "found", "not_found", "unreadable"] as const;
export type ImportState = (typeof IMPORT_STATES)[number];
