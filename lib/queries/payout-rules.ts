/** Queries and changes of limits, approvals and expiry. */
import { queryOptions } from "@tanstack/react-query";
import { apiGet, apiSend } from "#lib/api.ts";
import type { Asked } from "#lib/contracts/change-request.ts";
import type {
	BatchFailureRule,
	NewNumberRule,
	PaymentExpiry,
	PayoutRule,
	PayoutRuleChange,
	PayoutRules,
	SendOrder,
} from "#lib/contracts/payout-rule.ts";

export const payoutRuleQueries = {
	all: ["payout-rules"] as const,
	now: () =>
		queryOptions({
			queryKey: ["payout-rules"] as const,
			queryFn: ({ signal }) => apiGet<PayoutRules>("/api/payout-rules", { signal }),
		}),
};

export function changePayoutRule(currency: string, change: PayoutRuleChange): Promise<PayoutRule | Asked> {
	return apiSend("PUT", `/api/payout-rules/${encodeURIComponent(currency)}`, change);
}

export function changePaymentExpiry(expiry: PaymentExpiry): Promise<PaymentExpiry | Asked> {
	return apiSend("PUT", "/api/payment-expiry", expiry);
}

export function changeNewNumbers(rule: NewNumberRule): Promise<NewNumberRule | Asked> {
	return apiSend("PUT", "/api/new-numbers", rule);
}

export function changeBatchFailures(rule: BatchFailureRule): Promise<BatchFailureRule | Asked> {
	return apiSend("PUT", "/api/batch-failures", rule);
}

/** Takes effect at once. */
export function changeSendOrder(order: SendOrder): Promise<SendOrder> {
	return apiSend("PUT", "/api/send-order", order);
}
