/** Queries of what keeps money from leaving. */
import type { SendObstacles } from "#lib/contracts/send-obstacle.ts";
import { apiQuery } from "#lib/queries/api-query.ts";

export const sendObstacleQueries = {
	/** Its key begins with "status", because every live update refetches that key. The end of a wait sends no live update. */
	now: () => apiQuery<SendObstacles>(["status", "send-obstacles"], "/api/send-obstacles", { refetchInterval: 60_000 }),
};
