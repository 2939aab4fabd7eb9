import type { PaymentQuery } from "#lib/contracts/payment.ts";

/** Single payouts that wait for approval: one page of the oldest, enough for a day's work. */
export const APPROVALS_QUERY: PaymentQuery = {
	state: "awaiting_approval",
	sort: "createdAt",
	batch: "none",
	limit: 100,
};
