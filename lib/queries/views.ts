/** Queries of how a member looks at a list. */
import { queryOptions } from "@tanstack/react-query";
import { apiGet, apiSend, withQuery } from "#lib/api.ts";
import type { ListViews, ViewRequest } from "#lib/contracts/view.ts";
import type { ListName } from "#lib/lists/list-columns.ts";

export const viewQueries = {
	of: (list: ListName) =>
		queryOptions({
			queryKey: ["views", list] as const,
			queryFn: ({ signal }) => apiGet<ListViews>(withQuery("/api/views", { list }), { signal }),
		}),
};

export function saveView(request: ViewRequest): Promise<{ id: string }> {
	return apiSend("POST", "/api/views", request);
}

export function removeView(id: string): Promise<void> {
	return apiSend("DELETE", `/api/views/${encodeURIComponent(id)}`);
}
