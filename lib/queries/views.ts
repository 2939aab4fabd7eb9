/** Queries of a member's layout and saved views of a list. */
import { apiSend, withQuery } from "#lib/api.ts";
import type { ListViews, ViewRequest } from "#lib/contracts/view.ts";
import type { ListName } from "#lib/lists/list-columns.ts";
import { apiQuery } from "#lib/queries/api-query.ts";

const PATH = "/api/views";

export const viewQueries = {
	of: (list: ListName) => apiQuery<ListViews>(["views", list], withQuery(PATH, { list })),
};

export const saveView = (request: ViewRequest) => apiSend<{ id: string }>("POST", PATH, request);
export const removeView = (id: string) => apiSend<void>("DELETE", `${PATH}/${encodeURIComponent(id)}`);
