/** Queries of the member's own account. */
import { queryOptions } from "@tanstack/react-query";
import { apiGet, apiSend } from "#lib/api.ts";
import type { OwnSession, PasswordChange } from "#lib/contracts/account.ts";

export const accountQueries = {
	sessions: () =>
		queryOptions({
			queryKey: ["account", "sessions"] as const,
			queryFn: ({ signal }) => apiGet<{ items: OwnSession[] }>("/api/account/sessions", { signal }),
		}),
};

export function endOwnSession(id: string): Promise<unknown> {
	return apiSend("DELETE", `/api/account/sessions/${encodeURIComponent(id)}`);
}

export function endOtherSessions(): Promise<{ ended: number }> {
	return apiSend("DELETE", "/api/account/sessions");
}

export function changeOwnPassword(change: PasswordChange): Promise<unknown> {
	return apiSend("PUT", "/api/account/password", change);
}
