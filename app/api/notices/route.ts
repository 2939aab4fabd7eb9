import { handle } from "#server/http/handle.ts";
import { listNotices } from "#server/notices/list-notices.ts";

export const GET = handle({ countsAsActivity: false }, listNotices);
