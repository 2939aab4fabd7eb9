/** Security notices about a member's own account, shown until the member acknowledges them. */
import { z } from "zod";
import { timeSchema } from "#lib/contracts/common-fields.ts";

/** Closed list: each kind has a text under `notices.kind` in lib/i18n, for screen and mail. */
const NOTICE_KINDS = [
	"new_browser",
	"password_changed",
	"password_set",
	"role_changed",
	"disabled",
	"enabled",
	"passkey_added",
	"passkey_removed",
	"totp_added",
	"totp_removed",
	"recovery_codes_renewed",
	"recovery_code_used",
	"second_factor_reset",
	"sessions_ended",
	"invitation_accepted",
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** Flat facts without secrets: `by` (a member's name), `browser`, `system`, `address`, `passkey`, `from`, `to`, `name`. */
const detailsSchema = z.record(z.string(), z.string());
export type NoticeDetails = z.infer<typeof detailsSchema>;

const noticeSchema = z.object({
	id: z.string(),
	kind: z.enum(NOTICE_KINDS),
	details: detailsSchema,
	createdAt: timeSchema,
});
export type Notice = z.infer<typeof noticeSchema>;

export const noticesSchema = z.object({ items: z.array(noticeSchema), count: z.number().int() });
export type Notices = z.infer<typeof noticesSchema>;

/** `POST /api/notices/acknowledgement`: acknowledges everything up to this notice. */
export const acknowledgementSchema = z.strictObject({ upTo: z.string().regex(/^[0-9A-Z]{26}$/) });
