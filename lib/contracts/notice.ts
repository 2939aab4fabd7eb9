/** Notices to one member: about their own account, and about files they asked for. Shown until the member acknowledges them. */
import { z } from "zod";
import { timeSchema } from "#lib/contracts/common-fields.ts";
import { NOTICE_KINDS } from "#lib/members/notice-kinds.ts";

const noticeSchema = z.object({
	id: z.string(),
	kind: z.enum(NOTICE_KINDS),
	details: z.record(z.string(), z.string()),
	createdAt: timeSchema,
});
export type Notice = z.infer<typeof noticeSchema>;

export const noticesSchema = z.object({ items: z.array(noticeSchema), count: z.number().int() });
export type Notices = z.infer<typeof noticesSchema>;

/** `POST /api/notices/acknowledgement`: acknowledges this notice and all older ones. */
export const acknowledgementSchema = z.strictObject({ upTo: z.string().regex(/^[0-9A-Z]{26}$/) });
