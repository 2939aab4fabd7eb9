/** Queries of the member's security notices. */
import { queryOptions } from "@tanstack/react-query";
import { apiGet, apiSend } from "#lib/api.ts";
import type { Notices } from "#lib/contracts/notice.ts";

export const noticeQueries = {
	unseen: () =>
		queryOptions({
			queryKey: ["notices"] as const,
			queryFn: ({ signal }) => apiGet<Notices>("/api/notices", { signal }),
		}),
};

export function acknowledgeNotices(upTo: string): Promise<unknown> {
	return apiSend("POST", "/api/notices/acknowledgement", { upTo });
}
