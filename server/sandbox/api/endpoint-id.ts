/** The seven endpoints of the interface by name. */
export const ENDPOINT_IDS = ["payin", "payout", "detail", "history", "status", "balance", "movements"] as const;
export type EndpointId = (typeof ENDPOINT_IDS)[number];
