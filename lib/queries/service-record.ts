/** Queries of the service's observed behaviour, and changes of the final failures list. */
import { queryOptions } from "@tanstack/react-query";
import { apiGet, apiSend } from "#lib/api.ts";
import type { Asked } from "#lib/contracts/change-request.ts";
import type { FinalFailureChange, ServiceRecord } from "#lib/contracts/service-record.ts";

export const serviceRecordQueries = {
	all: ["service-record"] as const,
	now: () =>
		queryOptions({
			queryKey: ["service-record"] as const,
			queryFn: ({ signal }) => apiGet<ServiceRecord>("/api/service-record", { signal }),
		}),
};

export function changeFinalFailure(change: FinalFailureChange): Promise<{ statuses: string[] } | Asked> {
	return apiSend("PUT", "/api/final-failures", change);
}
