/** Invitations and the first start, as the browser asks for them. */
import { queryOptions } from "@tanstack/react-query";
import { apiGet, apiSend } from "#lib/api.ts";
import type { Acceptance, Invitations, IssuedInvitation, NewInvitation, SetUp } from "#lib/contracts/invitation.ts";
import type { Session } from "#lib/contracts/member.ts";

export const invitationQueries = {
	/** Below the members' key: whoever comes leaves this list for that one. */
	list: () =>
		queryOptions({
			queryKey: ["members", "invitations"] as const,
			queryFn: ({ signal }) => apiGet<Invitations>("/api/invitations", { signal }),
		}),
};

export function inviteMember(invitation: NewInvitation): Promise<IssuedInvitation> {
	return apiSend("POST", "/api/invitations", invitation);
}

export function reissueInvitation(id: string): Promise<IssuedInvitation> {
	return apiSend("POST", `/api/invitations/${encodeURIComponent(id)}`);
}

export function revokeInvitation(id: string): Promise<unknown> {
	return apiSend("DELETE", `/api/invitations/${encodeURIComponent(id)}`);
}

export function acceptInvitation(acceptance: Acceptance): Promise<Session> {
	return apiSend("POST", "/api/invitation", acceptance);
}

export function setUpDesk(setUp: SetUp): Promise<Session> {
	return apiSend("POST", "/api/set-up", setUp);
}
