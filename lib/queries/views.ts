/** Queries of how a member looks at a list. */
import { queryOptions } from "@tanstack/react-query";
import { apiGet, withQuery } from "#lib/api.ts";
import type { ListViews } from "#lib/contracts/view.ts";
import type { ListName } from "#lib/lists/list-columns.ts";

export const viewQueries = {
	of: (list: ListName) =>
		queryOptions({
			queryKey: ["views", list] as const,
			queryFn: ({ signal }) => apiGet<ListViews>(withQuery("/api/views", { list }), { signal }),
		}),
};
