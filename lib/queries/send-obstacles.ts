/** Queries of the obstacles that keep payouts from leaving. Its own file, because the frame of every page loads `status.ts`. */
import type { SendObstacles } from "#lib/contracts/send-obstacle.ts";
import { apiQuery } from "#lib/queries/api-query.ts";

export const sendObstacleQueries = {
	/** The key begins with "status", which every live update refetches. The end of a wait sends no live update, so the query also polls. */
	now: () => apiQuery<SendObstacles>(["status", "send-obstacles"], "/api/send-obstacles", { refetchInterval: 60_000 }),
};
