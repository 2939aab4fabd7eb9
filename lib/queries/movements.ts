/** Movements as the browser asks for them. */
import { queryOptions } from "@tanstack/react-query";
import { apiGet, apiSend, withQuery } from "#lib/api.ts";
import type {
	MovementList,
	MovementListQuery,
	MovementQuery,
	MovementSums,
	MovementSumsQuery,
} from "#lib/contracts/movement.ts";

export const movementQueries = {
	all: ["movements"] as const,
	list: (currency: string, query: MovementQuery) =>
		queryOptions({
			queryKey: ["movements", currency, query] as const,
			queryFn: ({ signal }) => apiGet<MovementList>(movementPath(currency, { ...query, total: "no" }), { signal }),
			// The old rows stay until the new ones are there, but never under another wallet's name.
			placeholderData: (before, asked) => (asked?.queryKey[1] === currency ? before : undefined),
		}),
	/** Without sort and page: other pages of a view have the same sums. `whole`: beyond the bound to which they are counted at once. */
	sums: (
		currency: string,
		{ sort: _sort, cursor: _cursor, limit: _limit, ...filter }: MovementQuery,
		whole = false,
	) => {
		const query: MovementSumsQuery = whole ? { ...filter, whole: "yes" } : filter;
		return queryOptions({
			queryKey: ["movements", currency, "sums", query] as const,
			queryFn: ({ signal }) => apiGet<MovementSums>(movementPath(currency, query, "/sums"), { signal }),
		});
	},
};

/** Asks for a new look at the service's list, which begins after `waitMs`; the rows follow by a live update. */
export function refreshMovements(currency: string): Promise<{ waitMs: number }> {
	return apiSend("POST", `/api/wallets/${encodeURIComponent(currency)}/movements/refresh`, {});
}

/** Where the rows of a view, all pages of them, are had as a file. */
export function movementExportPath(currency: string): string {
	return `/api/wallets/${encodeURIComponent(currency)}/movements/export`;
}

function movementPath(currency: string, query: MovementListQuery | MovementSumsQuery, part = ""): string {
	return withQuery(`/api/wallets/${encodeURIComponent(currency)}/movements${part}`, query);
}
