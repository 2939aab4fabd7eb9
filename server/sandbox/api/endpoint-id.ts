/** Names of the seven endpoints of the interface. */
export const ENDPOINT_IDS = ["payin", "payout", "detail", "history", "status", "balance", "movements"] as const;
export type EndpointId = (typeof ENDPOINT_IDS)[number];
