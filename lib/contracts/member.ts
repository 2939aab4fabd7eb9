import { z } from "zod";
import { plainTextSchema, timeSchema } from "#lib/contracts/common-fields.ts";
import { LOCALES, THEMES } from "#lib/i18n/choose-locale.ts";
import { ROLES } from "#lib/roles.ts";

/** `PUT /api/preferences`: absent fields stay unchanged. */
export const preferencesSchema = z.strictObject({
	locale: z.enum(LOCALES).optional(),
	theme: z.enum(THEMES).optional(),
});
export type Preferences = z.infer<typeof preferencesSchema>;

export const personFields = { email: z.email().max(254), name: plainTextSchema(80).min(1) };
export const PASSWORD_MIN_LENGTH = 12;
export const newPasswordSchema = z.string().min(PASSWORD_MIN_LENGTH).max(256);

export const signInSchema = z.strictObject({
	email: z.email().max(254),
	password: z.string().min(1).max(256),
});
export type SignIn = z.infer<typeof signInSchema>;

export const memberSchema = z.object({
	id: z.string(),
	email: z.string(),
	name: z.string(),
	role: z.enum(ROLES),
	locale: z.enum(LOCALES).nullable(),
	disabledAt: timeSchema.nullable(),
	createdAt: timeSchema,
	lastSignInAt: timeSchema.nullable(),
	/** Another person set the password, and the member has not changed it yet. */
	passwordTemporary: z.boolean(),
	/** The future time from which the member may decide; null when the member may now or has no such right. */
	decidesFrom: timeSchema.nullable(),
	secondFactor: z.boolean(),
});
export type Member = z.infer<typeof memberSchema>;

export const sessionSchema = z.object({
	member: z.object({ id: z.string(), email: z.string(), name: z.string(), role: z.enum(ROLES) }),
	passwordTemporary: z.boolean(),
	expiresAt: timeSchema,
	/** `factor`: the member must still give a second factor; `enrolment`: must first set one up. */
	stage: z.enum(["full", "factor", "enrolment"]),
});
export type Session = z.infer<typeof sessionSchema>;

export const newMemberSchema = z.strictObject({
	...personFields,
	role: z.enum(ROLES),
	password: newPasswordSchema,
});
export type NewMember = z.infer<typeof newMemberSchema>;

/** `PATCH /api/members/{id}`: only the fields that change. */
export const memberChangeSchema = z
	.strictObject({ role: z.enum(ROLES), disabled: z.boolean(), password: newPasswordSchema })
	.partial();
export type MemberChange = z.infer<typeof memberChangeSchema>;
