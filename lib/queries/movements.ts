import { keepPreviousData } from "@tanstack/react-query";
import { apiSend, withQuery } from "#lib/api.ts";
import type { LineNames } from "#lib/contracts/line-name.ts";
import type { MovementList, MovementQuery, MovementSums, MovementSumsQuery } from "#lib/contracts/movement.ts";
import { apiQuery, keepOfWallet } from "#lib/queries/api-query.ts";

const pathOf = (currency: string, part = "") => `/api/wallets/${encodeURIComponent(currency)}/movements${part}`;
export const movementExportPath = (currency: string) => pathOf(currency, "/export");

export const movementQueries = {
	list: (currency: string, query: MovementQuery) => {
		const path = withQuery(pathOf(currency), { ...query, total: "no" });
		return apiQuery<MovementList>(["movements", currency, query], path, keepOfWallet(currency));
	},
	/** Leaves out order and page, because all pages of a view have the same sums. `whole`: counts all rows, however many there are. */
	sums: (
		currency: string,
		{ sort: _sort, cursor: _cursor, limit: _limit, ...filter }: MovementQuery,
		whole = false,
	) => {
		const query: MovementSumsQuery = whole ? { ...filter, whole: "yes" } : filter;
		return apiQuery<MovementSums>(["movements", currency, "sums", query], withQuery(pathOf(currency, "/sums"), query));
	},
};

/** Requests a refresh of our copy of the service's list. The refresh begins after `waitMs`, and its live update makes the page refetch. */
export const refreshMovements = (currency: string) =>
	apiSend<{ waitMs: number }>("POST", pathOf(currency, "/refresh"), {});

export const lineNameQueries = {
	/** The key begins with "reconciliation", so that every changed match or proof refetches this query. */
	of: (currency: string, lines: readonly { id: string }[], balances: boolean) => {
		const query = { currency, ids: lines.map(({ id }) => id).join(), balances: balances ? "yes" : undefined };
		const path = withQuery("/api/reconciliation/line-names", query);
		return apiQuery<LineNames>(["reconciliation", currency, "line-names", query], path, {
			...{ enabled: lines.length > 0, placeholderData: keepPreviousData },
		});
	},
};
