import { acknowledgementSchema } from "#lib/contracts/notice.ts";
import { handle } from "#server/http/route-handler.ts";
import { acknowledgeNotices } from "#server/notices/acknowledge-notices.ts";

export const POST = handle({ body: acknowledgementSchema }, acknowledgeNotices);
