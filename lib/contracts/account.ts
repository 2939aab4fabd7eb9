/** A member's own account: where they are signed in, and their password. */
import { z } from "zod";
import { timeSchema } from "#lib/contracts/common-fields.ts";
import { PASSWORD_MIN_LENGTH } from "#lib/contracts/member.ts";

/** `GET /api/account/sessions`: `{items}`, the newest use first. */
export const ownSessionSchema = z.object({
	/** Names the session, and opens nothing. */
	id: z.string(),
	/** The one that asks. */
	current: z.boolean(),
	/** As far as the browser says; null where it does not. */
	browser: z.string().nullable(),
	system: z.string().nullable(),
	createdAt: timeSchema,
	lastSeenAt: timeSchema,
});
export type OwnSession = z.infer<typeof ownSessionSchema>;

/** `PUT /api/account/password` */
export const passwordChangeSchema = z.strictObject({
	current: z.string().min(1).max(256),
	password: z.string().min(PASSWORD_MIN_LENGTH).max(256),
});
export type PasswordChange = z.infer<typeof passwordChangeSchema>;
