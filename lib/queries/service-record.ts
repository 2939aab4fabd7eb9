/** Queries of the service's observed behaviour, and changes of the final failures list. */
import { apiSend } from "#lib/api.ts";
import type { Asked } from "#lib/contracts/change-request.ts";
import type { FinalFailureChange, ServiceRecord } from "#lib/contracts/service-record.ts";
import { apiQuery } from "#lib/queries/api-query.ts";

export const serviceRecordQueries = {
	all: ["service-record"] as const,
	now: () => apiQuery<ServiceRecord>(["service-record"], "/api/service-record"),
};

export const changeFinalFailure = (change: FinalFailureChange) =>
	apiSend<{ statuses: string[] } | Asked>("PUT", "/api/final-failures", change);
