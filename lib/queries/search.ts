/** Queries the search by POST, so that no number appears in an address. */
import { queryOptions } from "@tanstack/react-query";
import { apiSend, backgroundHeader } from "#lib/api.ts";
import type { SearchAnswer } from "#lib/contracts/search.ts";

export const searchQueries = {
	of: (text: string) =>
		queryOptions({
			queryKey: ["search", text] as const,
			queryFn: () => apiSend<SearchAnswer>("POST", "/api/search", { text }, backgroundHeader()),
			staleTime: 5_000,
			gcTime: 60_000,
		}),
};
