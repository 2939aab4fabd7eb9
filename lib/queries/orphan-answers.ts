/** Queries and decisions of answers without a payment here. */
import { queryOptions } from "@tanstack/react-query";
import { apiGet, apiSend } from "#lib/api.ts";
import type { OrphanAnswerList, OrphanResolutionRequest } from "#lib/contracts/orphan-answer.ts";

export const orphanAnswerQueries = {
	list: () =>
		queryOptions({
			// Below the imports' key: a change of one list changes the other.
			queryKey: ["imports", "orphan-answers"] as const,
			queryFn: ({ signal }) => apiGet<OrphanAnswerList>("/api/orphan-answers", { signal }),
		}),
};

export function resolveOrphanAnswer({ id, request }: { id: string; request: OrphanResolutionRequest }): Promise<void> {
	return apiSend<void>("POST", `/api/orphan-answers/${encodeURIComponent(id)}`, request);
}
