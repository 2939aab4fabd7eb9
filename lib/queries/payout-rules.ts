import { apiSend } from "#lib/api.ts";
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
import { apiQuery } from "#lib/queries/api-query.ts";

const PATH = "/api/payout-rules";

export const payoutRuleQueries = {
	all: ["payout-rules"] as const,
	now: () => apiQuery<PayoutRules>(["payout-rules"], PATH),
};

export const changePayoutRule = (currency: string, change: PayoutRuleChange) =>
	apiSend<PayoutRule | Asked>("PUT", `${PATH}/${encodeURIComponent(currency)}`, change);
export const changePaymentExpiry = (expiry: PaymentExpiry) =>
	apiSend<PaymentExpiry | Asked>("PUT", "/api/payment-expiry", expiry);
export const changeNewNumbers = (rule: NewNumberRule) =>
	apiSend<NewNumberRule | Asked>("PUT", "/api/new-numbers", rule);
export const changeBatchFailures = (rule: BatchFailureRule) =>
	apiSend<BatchFailureRule | Asked>("PUT", "/api/batch-failures", rule);
/** Takes effect at once, without a second admin. */
export const changeSendOrder = (order: SendOrder) => apiSend<SendOrder>("PUT", "/api/send-order", order);
