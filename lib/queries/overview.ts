/** Home's figures as the browser asks for them. */
import { queryOptions } from "@tanstack/react-query";
import { apiGet } from "#lib/api.ts";
import type { Overview } from "#lib/contracts/overview.ts";

// A service that comes back with the same balance is no change that anybody would be told of.
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

/** Some balance is old or withheld. */
function isDoubtful(overview: Overview | undefined): boolean {
	return overview?.wallets.some(({ wallet, fault }) => fault !== null || wallet?.stale === true) ?? false;
}
