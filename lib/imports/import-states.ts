/** States of an imported transaction. Separate from its contract, because the list's view needs no zod. */

/** `waiting`: not looked up yet, or the service was away. `unreadable`: its answer cannot be trusted. */
export const IMPORT_STATES = ["waiting", "found", "not_found", "unreadable"] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/** References per request; a longer list needs several requests. 400 references of 128 characters fit the body limit. */
export const IMPORT_BATCH = 400;
