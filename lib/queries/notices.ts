/** Queries of the member's notices. */
import { apiSend } from "#lib/api.ts";
import type { Notices } from "#lib/contracts/notice.ts";
import { apiQuery } from "#lib/queries/api-query.ts";

export const noticeQueries = { unseen: () => apiQuery<Notices>(["notices"], "/api/notices") };

export const acknowledgeNotices = (upTo: string) => apiSend("POST", "/api/notices/acknowledgement", { upTo });
