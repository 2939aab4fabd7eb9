/** Queries of the member's own account. */
import { apiSend } from "#lib/api.ts";
import type { OwnSession, PasswordChange } from "#lib/contracts/account.ts";
import { apiQuery } from "#lib/queries/api-query.ts";

const SESSIONS = "/api/account/sessions";

export const accountQueries = {
	sessions: () => apiQuery<{ items: OwnSession[] }>(["account", "sessions"], SESSIONS),
};

export const endOwnSession = (id: string) => apiSend("DELETE", `${SESSIONS}/${encodeURIComponent(id)}`);
export const endOtherSessions = () => apiSend<{ ended: number }>("DELETE", SESSIONS);
export const changeOwnPassword = (change: PasswordChange) => apiSend("PUT", "/api/account/password", change);
