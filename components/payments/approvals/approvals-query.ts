import type { PaymentQuery } from "#lib/contracts/payment.ts";

/** Payouts outside batches that wait for approval: the oldest hundred, more than a day's work. */
export const APPROVALS_QUERY: PaymentQuery = {
	state: "awaiting_approval",
	sort: "createdAt",
	batch: "none",
	limit: 100,
};
