/** States of an imported transaction. Separate from its contract, because the list's view needs no zod. */

/** `waiting`: not looked up yet, or the service was away. `unreadable`: its answer cannot be trusted. */
export const IMPORT_STATES = ["waiting", "found", "not_found", "unreadable"] as const;
export type ImportState = (typeof IMPORT_STATES)[number];
