/** Sort orders of movements. Separate from their contract, because the list's view needs no zod. */

export const MOVEMENT_SORTS = ["-createdAt", "createdAt", "-amount", "amount"] as const;
export type MovementSort = (typeof MOVEMENT_SORTS)[number];
