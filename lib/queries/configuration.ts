/** What the desk runs with, read-only, as Settings asks for it. The shape is the verb's. */
import { queryOptions } from "@tanstack/react-query";
import { apiGet, apiSend } from "#lib/api.ts";
import type { Asked } from "#lib/contracts/change-request.ts";

export const configurationQueries = {
	all: ["configuration"] as const,
	now: <T>() =>
		queryOptions({
			queryKey: ["configuration"] as const,
			queryFn: ({ signal }) => apiGet<T>("/api/configuration", { signal }),
		}),
};

/** An admin asks to go on with a database that this desk did not know; a second one lets it. */
export function acknowledgeDoubt(reason: string): Promise<Asked> {
	return apiSend("POST", "/api/configuration/acknowledgement", { reason });
}

/** An admin says what was found of something that a lost database sent. */
export function closeForgottenPermit({ attempt, reason }: { attempt: string; reason: string }): Promise<void> {
	return apiSend("POST", `/api/configuration/forgotten-permits/${encodeURIComponent(attempt)}`, { reason });
}

/** An admin says go after the service refused our keys; what waited is sent. */
export function resumeSending(): Promise<unknown> {
	return apiSend("POST", "/api/configuration/sending", {});
}
