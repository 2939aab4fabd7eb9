/** The reconciliation as the browser asks for it. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { apiGet, apiSend, withQuery } from "#lib/api.ts";
import type {
	DayDetail,
	DayList,
	LineDecision,
	PaymentDecision,
	Reconciliation,
} from "#lib/contracts/reconciliation.ts";

export const reconciliationQueries = {
	all: ["reconciliation"] as const,
	wallet: (currency: string) =>
		queryOptions({
			queryKey: ["reconciliation", currency] as const,
			queryFn: ({ signal }) => apiGet<Reconciliation>(withQuery("/api/reconciliation", { currency }), { signal }),
		}),
	days: (currency: string, before: string) =>
		queryOptions({
			queryKey: ["reconciliation", currency, "days", before] as const,
			queryFn: ({ signal }) => apiGet<DayList>(withQuery("/api/reconciliation/days", { currency, before }), { signal }),
			placeholderData: keepPreviousData,
		}),
	day: (currency: string, day: string) =>
		queryOptions({
			queryKey: ["reconciliation", currency, "day", day] as const,
			queryFn: ({ signal }) =>
				apiGet<DayDetail>(withQuery(`/api/reconciliation/days/${day}`, { currency }), { signal }),
		}),
};

/** Throws ApiError. */
export function decideLine(id: string, decision: LineDecision): Promise<void> {
	return apiSend("POST", `/api/reconciliation/movements/${encodeURIComponent(id)}/decision`, decision);
}

/** Throws ApiError. */
export function decidePayment(id: string, decision: PaymentDecision): Promise<void> {
	return apiSend("POST", `/api/reconciliation/payments/${encodeURIComponent(id)}/decision`, decision);
}
