/** States of an imported transaction. Not in the contract, so that the browser need not load zod for them. */

/** `waiting`: not looked up yet, or the service did not answer. `unreadable`: the service's answer cannot be trusted. */
export const IMPORT_STATES = ["waiting", "found", "not_found", "unreadable"] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/** Maximum number of references in one request: 400 references of 128 characters fit the body limit. */
export const IMPORT_BATCH = 400;
