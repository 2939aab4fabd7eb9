/** Queries of transactions. */
import { queryOptions } from "@tanstack/react-query";
import { ApiError, apiGet } from "#lib/api.ts";
import type { RecentLookups, Transaction } from "#lib/contracts/transaction.ts";
import { apiQuery } from "#lib/queries/api-query.ts";

// While the service or the worker is away, the page asks again automatically.
const AWAY_INTERVAL_MS = 15_000;

export const transactionQueries = {
	/**
	 * `null`: the service does not know this reference. The reference must have passed `isReference`. `asked` is the time of this
	 * look-up, which shows no answer of an earlier one.
	 */
	detail: (reference: string, asked: number) =>
		queryOptions({
			queryKey: ["transactions", reference, asked] as const,
			queryFn: ({ signal }) => readTransaction(reference, signal),
			// Each read makes three calls to the service, so the query is not refetched on focus or reconnection.
			staleTime: Number.POSITIVE_INFINITY,
			refetchOnWindowFocus: false,
			refetchOnReconnect: false,
			refetchInterval: ({ state }) => (isAway(state.error) ? AWAY_INTERVAL_MS : false),
		}),
	recent: () =>
		// Not under ["transactions"]: "recent" is itself a possible reference.
		apiQuery<RecentLookups>(["recentTransactions"], "/api/transactions", { staleTime: 0 }),
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
