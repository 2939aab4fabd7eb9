/** Queries of the desk's state for the frame of every page. */
import { queryOptions } from "@tanstack/react-query";
import { apiGet } from "#lib/api.ts";
import type { DeskStatus } from "#lib/contracts/desk-status.ts";

// A worker that dies sends no live update, so the frame polls.
const STATUS_INTERVAL_MS = 15_000;

export const statusQueries = {
	all: ["status"] as const,
	now: () =>
		queryOptions({
			queryKey: ["status"] as const,
			queryFn: ({ signal }) => apiGet<DeskStatus>("/api/status", { signal }),
			refetchInterval: STATUS_INTERVAL_MS,
		}),
};
