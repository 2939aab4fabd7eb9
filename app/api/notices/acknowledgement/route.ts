import { acknowledgementSchema } from "#lib/contracts/notice.ts";
import { handle } from "#server/http/handle.ts";
import { acknowledgeNotices } from "#server/notices/acknowledge-notices.ts";

export const POST = handle({ body: acknowledgementSchema }, acknowledgeNotices);
