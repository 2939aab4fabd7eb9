/** Queries of what keeps money from leaving. */
import { queryOptions } from "@tanstack/react-query";
import { apiGet } from "#lib/api.ts";
import type { SendObstacles } from "#lib/contracts/send-obstacle.ts";

export const sendObstacleQueries = {
	/** Under "status": every change refetches it. */
	now: () =>
		queryOptions({
			queryKey: ["status", "send-obstacles"] as const,
			queryFn: ({ signal }) => apiGet<SendObstacles>("/api/send-obstacles", { signal }),
		}),
};
