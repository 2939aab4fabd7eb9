/** Queries and decisions of the reconciliation. */
import { queryOptions } from "@tanstack/react-query";
import { apiGet, apiSend, withQuery } from "#lib/api.ts";
import type { DayDetail, DayList, ExceptionList, KeptFeeRule, Reconciliation } from "#lib/contracts/reconciliation.ts";
import type { LineDecision, PaymentDecision } from "#lib/contracts/reconciliation-decision.ts";

export const MONTH_EXPORT_PATH = "/api/reconciliation/export";

export const reconciliationQueries = {
	all: ["reconciliation"] as const,
	wallet: (currency: string) =>
		queryOptions({
			queryKey: ["reconciliation", currency] as const,
			queryFn: ({ signal }) => apiGet<Reconciliation>(withQuery("/api/reconciliation", { currency }), { signal }),
		}),
	/** A later page of the queue; the first comes with the wallet. */
	exceptions: (currency: string, after: string) =>
		queryOptions({
			queryKey: ["reconciliation", currency, "exceptions", after] as const,
			queryFn: ({ signal }) =>
				apiGet<ExceptionList>(withQuery("/api/reconciliation/exceptions", { currency, after }), { signal }),
			placeholderData: (before, asked) => (asked?.queryKey[1] === currency ? before : undefined),
		}),
	days: (currency: string, month: string) =>
		queryOptions({
			queryKey: ["reconciliation", currency, "days", month] as const,
			queryFn: ({ signal }) => apiGet<DayList>(withQuery("/api/reconciliation/days", { currency, month }), { signal }),
			placeholderData: (before, asked) => (asked?.queryKey[1] === currency ? before : undefined),
		}),
	day: (currency: string, day: string) =>
		queryOptions({
			queryKey: ["reconciliation", currency, "day", day] as const,
			queryFn: ({ signal }) =>
				apiGet<DayDetail>(withQuery(`/api/reconciliation/days/${day}`, { currency }), { signal }),
		}),
};

/** Throws ApiError. */
export function keepFeeRule(kept: KeptFeeRule): Promise<void> {
	return apiSend("PUT", "/api/fee-rules", kept);
}

/** Throws ApiError. */
export function decideLine(id: string, decision: LineDecision): Promise<void> {
	return apiSend("POST", `/api/reconciliation/movements/${encodeURIComponent(id)}/decision`, decision);
}

/** Throws ApiError. */
export function decidePayment(id: string, decision: PaymentDecision): Promise<void> {
	return apiSend("POST", `/api/reconciliation/payments/${encodeURIComponent(id)}/decision`, decision);
}
