/** Sort orders of movements. Not in the contract, so that the browser need not load zod for them. */

export const MOVEMENT_SORTS = ["-createdAt", "createdAt", "-amount", "amount"] as const;
export type MovementSort = (typeof MOVEMENT_SORTS)[number];
