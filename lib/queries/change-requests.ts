/** Queries and decisions of change requests. */
import { queryOptions } from "@tanstack/react-query";
import { apiGet, apiSend } from "#lib/api.ts";
import type { ChangeDecision, ChangeRequest, ChangeRequests } from "#lib/contracts/change-request.ts";

export const changeRequestQueries = {
	all: ["change-requests"] as const,
	now: () =>
		queryOptions({
			queryKey: ["change-requests"] as const,
			queryFn: ({ signal }) => apiGet<ChangeRequests>("/api/change-requests", { signal }),
		}),
	/** For the link of a mail; requested once. */
	objection: (token: string | null) =>
		queryOptions({
			queryKey: ["objection", token ?? ""] as const,
			queryFn: () => apiSend<{ change: ChangeRequest | null }>("POST", "/api/objection/opening", { token }),
			...{ enabled: token !== null, staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false },
		}),
};

export function decideChange({ id, decision }: { id: string; decision: ChangeDecision }): Promise<ChangeRequest> {
	return apiSend("POST", `/api/change-requests/${encodeURIComponent(id)}`, { decision });
}

export function stopByLink(token: string): Promise<unknown> {
	return apiSend("POST", "/api/objection", { token });
}
