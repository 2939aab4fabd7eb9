/** Queries and decisions of the desk's configuration. The server verb defines the shape. */
import { queryOptions } from "@tanstack/react-query";
import { apiGet, apiSend } from "#lib/api.ts";
import type { Asked } from "#lib/contracts/change-request.ts";
import type { ForgottenPermitClosing, MismatchAcknowledgement, SendingDecision } from "#lib/contracts/configuration.ts";

export const configurationQueries = {
	all: ["configuration"] as const,
	now: <T>() =>
		queryOptions({
			queryKey: ["configuration"] as const,
			queryFn: ({ signal }) => apiGet<T>("/api/configuration", { signal }),
		}),
};

/** Requests to continue with a database that this desk did not know, or with another address; a second admin confirms. */
export function acknowledgeMismatch(acknowledgement: MismatchAcknowledgement): Promise<Asked> {
	return apiSend("POST", "/api/configuration/acknowledgement", acknowledgement);
}

/** Says what an admin found about payments that a lost database sent; a second one confirms. */
export function closeForgottenPermits(closing: ForgottenPermitClosing): Promise<Asked> {
	return apiSend("POST", "/api/configuration/forgotten-permits", closing);
}

/** One person stops all sending at once; to resume, an admin asks a second one. */
export function decideSending(decision: SendingDecision): Promise<object> {
	return apiSend("POST", "/api/configuration/sending", decision);
}
