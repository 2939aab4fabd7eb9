/** Queries of Home's figures. */
import { queryOptions } from "@tanstack/react-query";
import { apiGet } from "#lib/api.ts";
import type { Overview } from "#lib/contracts/overview.ts";

// No live update announces that the service is back with the same balance.
const DOUBTFUL_INTERVAL_MS = 15_000;

export const overviewQueries = {
	all: ["overview"] as const,
	now: () =>
		queryOptions({
			queryKey: ["overview"] as const,
			queryFn: ({ signal }) => apiGet<Overview>("/api/overview", { signal }),
			refetchInterval: ({ state }) => (isDoubtful(state.data) ? DOUBTFUL_INTERVAL_MS : false),
		}),
};

/** A balance is old or hidden. */
function isDoubtful(overview: Overview | undefined): boolean {
	return overview?.wallets.some(({ wallet, fault }) => fault !== null || wallet?.stale === true) ?? false;
}
