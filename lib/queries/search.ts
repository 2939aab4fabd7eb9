/** Search as the browser asks: a POST that only reads, since a number never stands in an address. */
import { queryOptions } from "@tanstack/react-query";
import { apiSend } from "#lib/api.ts";
import type { SearchAnswer } from "#lib/contracts/search.ts";

export const searchQueries = {
	of: (text: string) =>
		queryOptions({
			queryKey: ["search", text] as const,
			queryFn: () => apiSend<SearchAnswer>("POST", "/api/search", { text }),
			// States change: what was found a while ago is asked anew.
			staleTime: 5_000,
			gcTime: 60_000,
		}),
};
