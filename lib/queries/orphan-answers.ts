/** Answers that no payment here admits, as the browser asks for them and decides about them. */
import { queryOptions } from "@tanstack/react-query";
import { apiGet, apiSend } from "#lib/api.ts";
import type { OrphanAnswerList, OrphanResolutionRequest } from "#lib/contracts/orphan-answer.ts";

export const orphanAnswerQueries = {
	list: () =>
		queryOptions({
			// Under the imports: what changes those, changes these.
			queryKey: ["imports", "orphan-answers"] as const,
			queryFn: ({ signal }) => apiGet<OrphanAnswerList>("/api/orphan-answers", { signal }),
		}),
};

export function resolveOrphanAnswer({ id, request }: { id: string; request: OrphanResolutionRequest }): Promise<void> {
	return apiSend<void>("POST", `/api/orphan-answers/${encodeURIComponent(id)}`, request);
}
