import { handle } from "#server/http/route-handler.ts";
import { listNotices } from "#server/notices/list-notices.ts";

export const GET = handle({ countsAsActivity: false }, listNotices);
