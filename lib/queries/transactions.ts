/** Transactions as the browser asks for them. */
import { queryOptions } from "@tanstack/react-query";
import { ApiError, apiGet } from "#lib/api.ts";
import type { RecentLookups, Transaction } from "#lib/contracts/transaction.ts";

// The service may be back any moment; nobody should have to press for that.
const AWAY_INTERVAL_MS = 15_000;

export const transactionQueries = {
	all: ["transactions"] as const,
	/** `null`: the service knows nothing under this reference. The reference must have passed `isReference`. */
	detail: (reference: string) =>
		queryOptions({
			queryKey: ["transactions", reference] as const,
			queryFn: ({ signal }) => readTransaction(reference, signal),
			// Three calls to the service: asked again when a person says so, not when a window comes to the front.
			staleTime: Number.POSITIVE_INFINITY,
			refetchOnWindowFocus: false,
			refetchOnReconnect: false,
			refetchInterval: ({ state }) => (isAway(state.error) ? AWAY_INTERVAL_MS : false),
		}),
	recent: () =>
		queryOptions({
			// Not under ["transactions"]: "recent" is itself a possible reference.
			queryKey: ["recentTransactions"] as const,
			queryFn: ({ signal }) => apiGet<RecentLookups>("/api/transactions", { signal }),
			staleTime: 0,
		}),
};

function isAway(error: unknown): boolean {
	return error instanceof ApiError && (error.code === "service_unreachable" || error.code === "worker_away");
}

async function readTransaction(reference: string, signal: AbortSignal): Promise<Transaction | null> {
	try {
		return await apiGet<Transaction>(`/api/transactions/${encodeURIComponent(reference)}`, { signal });
	} catch (error) {
		if (error instanceof ApiError && error.code === "not_found") return null;
		throw error;
	}
}
