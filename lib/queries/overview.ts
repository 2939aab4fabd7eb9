/** Queries of Home's figures. */
import type { Overview } from "#lib/contracts/overview.ts";
import { apiQuery } from "#lib/queries/api-query.ts";

// Home polls while a balance is old or unreadable: if the service is back with the same balance, no live update announces it.
const DOUBTFUL_INTERVAL_MS = 15_000;

export const overviewQueries = {
	now: () =>
		apiQuery<Overview>(["overview"], "/api/overview", {
			refetchInterval: ({ state }) => (isDoubtful(state.data) ? DOUBTFUL_INTERVAL_MS : false),
		}),
};

function isDoubtful(overview: Overview | undefined): boolean {
	return overview?.wallets.some(({ wallet, fault }) => fault !== null || wallet?.stale === true) ?? false;
}
