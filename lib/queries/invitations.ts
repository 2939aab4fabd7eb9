/** Queries of invitations and of the set-up. */
import { queryOptions } from "@tanstack/react-query";
import { apiGet, apiSend } from "#lib/api.ts";
import type {
	Acceptance,
	Invitations,
	IssuedInvitation,
	NewInvitation,
	OpenedInvitation,
	SetUp,
} from "#lib/contracts/invitation.ts";
import type { Session } from "#lib/contracts/member.ts";

export const invitationQueries = {
	/** Below the members' key: accepting an invitation changes both lists. */
	list: () =>
		queryOptions({
			queryKey: ["members", "invitations"] as const,
			queryFn: ({ signal }) => apiGet<Invitations>("/api/invitations", { signal }),
		}),
	/** For the link in the address; requested once. */
	opening: (token: string | null) =>
		queryOptions({
			queryKey: ["invitation", token ?? ""] as const,
			queryFn: () => apiSend<OpenedInvitation>("POST", "/api/invitation/opening", { token }),
			...{ enabled: token !== null, staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false },
		}),
	setUpOpening: (token: string | null) =>
		queryOptions({
			queryKey: ["set-up", token ?? ""] as const,
			queryFn: () => apiSend<{ isOpen: boolean }>("POST", "/api/set-up/opening", { token }),
			...{ enabled: token !== null, staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false },
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
