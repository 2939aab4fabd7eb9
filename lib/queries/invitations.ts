/** Queries of invitations and of the set-up. */
import { apiSend } from "#lib/api.ts";
import type { Acceptance, Invitations, IssuedInvitation, NewInvitation, SetUp } from "#lib/contracts/invitation.ts";
import type { Session } from "#lib/contracts/member.ts";
import { apiQuery } from "#lib/queries/api-query.ts";

const PATH = "/api/invitations";

export const invitationQueries = {
	/** The key begins with "members", because an accepted invitation changes the lists of members and of invitations. */
	list: () => apiQuery<Invitations>(["members", "invitations"], PATH),
};

export const inviteMember = (invitation: NewInvitation) => apiSend<IssuedInvitation>("POST", PATH, invitation);
export const reissueInvitation = (id: string) => apiSend<IssuedInvitation>("POST", `${PATH}/${encodeURIComponent(id)}`);
export const revokeInvitation = (id: string) => apiSend("DELETE", `${PATH}/${encodeURIComponent(id)}`);
export const acceptInvitation = (acceptance: Acceptance) => apiSend<Session>("POST", "/api/invitation", acceptance);
export const setUpDesk = (setUp: SetUp) => apiSend<Session>("POST", "/api/set-up", setUp);
