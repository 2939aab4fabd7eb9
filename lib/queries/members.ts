/** Queries of the members of the desk. */
import { apiSend } from "#lib/api.ts";
import type { OwnSession } from "#lib/contracts/account.ts";
import type { Asked } from "#lib/contracts/change-request.ts";
import type { Member, MemberChange, NewMember } from "#lib/contracts/member.ts";
import { apiQuery } from "#lib/queries/api-query.ts";

const PATH = "/api/members";
const sessionsOf = (id: string) => `${PATH}/${encodeURIComponent(id)}/sessions`;

export const memberQueries = {
	list: () => apiQuery<{ items: Member[] }>(["members"], PATH),
	sessions: (id: string) => apiQuery<{ items: OwnSession[] }>(["members", "sessions", id], sessionsOf(id)),
};

export const endMemberSessions = (id: string, name?: string) =>
	apiSend("DELETE", name === undefined ? sessionsOf(id) : `${sessionsOf(id)}/${encodeURIComponent(name)}`);
export const addMember = (member: NewMember) => apiSend<Member | Asked>("POST", PATH, member);
export const changeMember = (id: string, change: MemberChange) =>
	apiSend<Member | Asked>("PATCH", `${PATH}/${encodeURIComponent(id)}`, change);
