/** Queries of members and of the current session. */
import { queryOptions } from "@tanstack/react-query";
import { apiGet, apiSend } from "#lib/api.ts";
import type { OwnSession } from "#lib/contracts/account.ts";
import type { Asked } from "#lib/contracts/change-request.ts";
import type { Locale, Member, MemberChange, NewMember, Session, SignIn, Theme } from "#lib/contracts/member.ts";

export const memberQueries = {
	all: ["members"] as const,
	list: () =>
		queryOptions({
			queryKey: ["members"] as const,
			queryFn: ({ signal }) => apiGet<{ items: Member[] }>("/api/members", { signal }),
		}),
	sessions: (id: string) =>
		queryOptions({
			queryKey: ["members", "sessions", id] as const,
			queryFn: ({ signal }) => apiGet<{ items: OwnSession[] }>(sessionsOf(id), { signal }),
		}),
};

function sessionsOf(id: string): string {
	return `/api/members/${encodeURIComponent(id)}/sessions`;
}

/** Ends all sessions of a member, or the named one. */
export function endMemberSessions(id: string, name?: string): Promise<unknown> {
	return apiSend("DELETE", name === undefined ? sessionsOf(id) : `${sessionsOf(id)}/${encodeURIComponent(name)}`);
}

export function addMember(member: NewMember): Promise<Member | Asked> {
	return apiSend("POST", "/api/members", member);
}

export function changeMember(id: string, change: MemberChange): Promise<Member | Asked> {
	return apiSend("PATCH", `/api/members/${encodeURIComponent(id)}`, change);
}

export function signIn(credentials: SignIn): Promise<Session> {
	return apiSend("POST", "/api/session", credentials);
}

/** `leaveTo`: the URL that also ends the session at the identity provider. */
export function signOut(): Promise<{ leaveTo: string } | undefined> {
	return apiSend("DELETE", "/api/session");
}

export function changePreferences(preferences: { locale?: Locale; theme?: Theme }): Promise<unknown> {
	return apiSend("PUT", "/api/preferences", preferences);
}
