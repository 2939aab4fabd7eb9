/** Queries and decisions of change requests. */
import { apiSend } from "#lib/api.ts";
import type { ChangeDecision, ChangeRequest, ChangeRequests } from "#lib/contracts/change-request.ts";
import { apiQuery } from "#lib/queries/api-query.ts";

const PATH = "/api/change-requests";

export const changeRequestQueries = {
	all: ["change-requests"] as const,
	now: () => apiQuery<ChangeRequests>(["change-requests"], PATH),
};

export const decideChange = ({ id, decision }: { id: string; decision: ChangeDecision }) =>
	apiSend<ChangeRequest>("POST", `${PATH}/${encodeURIComponent(id)}`, { decision });
export const stopByLink = (token: string) => apiSend("POST", "/api/objection", { token });
