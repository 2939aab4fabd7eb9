/** Changes between the admin who asks and the one who confirms, as the browser asks for them. */
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
};

export function decideChange({ id, decision }: { id: string; decision: ChangeDecision }): Promise<ChangeRequest> {
	return apiSend("POST", `/api/change-requests/${encodeURIComponent(id)}`, { decision });
}
