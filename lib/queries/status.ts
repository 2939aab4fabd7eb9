/** Queries of the desk's state: for the frame of every page, and what keeps payouts from leaving. */
import type { DeskStatus } from "#lib/contracts/desk-status.ts";
import type { SendObstacles } from "#lib/contracts/send-obstacle.ts";
import { apiQuery } from "#lib/queries/api-query.ts";

// A worker that dies sends no live update, so the frame polls.
const STATUS_INTERVAL_MS = 15_000;

export const statusQueries = {
	now: () => apiQuery<DeskStatus>(["status"], "/api/status", { refetchInterval: STATUS_INTERVAL_MS }),
};

export const sendObstacleQueries = {
	/** The key begins with "status", which every live update refetches. The end of a wait sends no live update, so the query also polls. */
	now: () => apiQuery<SendObstacles>(["status", "send-obstacles"], "/api/send-obstacles", { refetchInterval: 60_000 }),
};
