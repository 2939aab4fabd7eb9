/** Queries of movements. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { apiGet, apiSend, withQuery } from "#lib/api.ts";
import type { LineNames } from "#lib/contracts/line-name.ts";
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
			// Old rows stay until the new ones arrive, but never under another wallet's name.
			placeholderData: (before, asked) => (asked?.queryKey[1] === currency ? before : undefined),
		}),
	/** Ignores sort and page: all pages of a view have the same sums. `whole`: counts beyond the limit. */
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

/** Requests a refresh of the service's list, which begins after `waitMs`; a live update brings the rows. */
export function refreshMovements(currency: string): Promise<{ waitMs: number }> {
	return apiSend("POST", `/api/wallets/${encodeURIComponent(currency)}/movements/refresh`, {});
}

/** The export's path, which covers all pages of a view. */
export function movementExportPath(currency: string): string {
	return `/api/wallets/${encodeURIComponent(currency)}/movements/export`;
}

function movementPath(currency: string, query: MovementListQuery | MovementSumsQuery, part = ""): string {
	return withQuery(`/api/wallets/${encodeURIComponent(currency)}/movements${part}`, query);
}

/** Queries the payments of a list's lines, once the browser has the lines. */
export const lineNameQueries = {
	/** Under "reconciliation": a changed match or proof refetches it. */
	of: (currency: string, lines: readonly { id: string }[], balances: boolean) => {
		const query = { currency, ids: lines.map(({ id }) => id).join(), balances: balances ? "yes" : undefined };
		return queryOptions({
			queryKey: ["reconciliation", currency, "line-names", query] as const,
			queryFn: ({ signal }) => apiGet<LineNames>(withQuery("/api/reconciliation/line-names", query), { signal }),
			enabled: lines.length > 0,
			placeholderData: keepPreviousData,
		});
	},
};
