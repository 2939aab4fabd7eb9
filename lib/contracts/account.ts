import { z } from "zod";
import { timeSchema } from "#lib/contracts/common-fields.ts";
import { newPasswordSchema } from "#lib/contracts/member.ts";

/** `GET /api/account/sessions`: `{items}`, the most recently used first. */
export const ownSessionSchema = z.object({
	/** Identifies the session but grants no access. */
	id: z.string(),
	current: z.boolean(),
	/** `browser`, `system`: parsed from the user agent header; null when not recognised. */
	browser: z.string().nullable(),
	system: z.string().nullable(),
	createdAt: timeSchema,
	lastSeenAt: timeSchema,
});
export type OwnSession = z.infer<typeof ownSessionSchema>;

export const passwordChangeSchema = z.strictObject({
	current: z.string().min(1).max(256),
	password: newPasswordSchema,
});
export type PasswordChange = z.infer<typeof passwordChangeSchema>;
