/** Home's figures as the browser asks for them. */
import { queryOptions } from "@tanstack/react-query";
import { apiGet } from "#lib/api.ts";
import type { Overview } from "#lib/contracts/overview.ts";

export const overviewQueries = {
	all: ["overview"] as const,
	now: () =>
		queryOptions({
			queryKey: ["overview"] as const,
			queryFn: ({ signal }) => apiGet<Overview>("/api/overview", { signal }),
		}),
};
