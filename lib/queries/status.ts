/** Queries of the desk's state for the frame of every page. */
import type { DeskStatus } from "#lib/contracts/desk-status.ts";
import { apiQuery } from "#lib/queries/api-query.ts";

// A worker that dies sends no live update, so the frame polls.
const STATUS_INTERVAL_MS = 15_000;

export const statusQueries = {
	now: () => apiQuery<DeskStatus>(["status"], "/api/status", { refetchInterval: STATUS_INTERVAL_MS }),
};
