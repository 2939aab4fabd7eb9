/** Whose the lines of a list are, as the browser asks once it has them. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { apiGet, withQuery } from "#lib/api.ts";
import type { LineNames } from "#lib/contracts/line-name.ts";

export const lineNameQueries = {
	/** Under "reconciliation": whatever changes a match or a proof asks anew. */
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
