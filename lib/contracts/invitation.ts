import { z } from "zod";
import { timeSchema } from "#lib/contracts/common-fields.ts";
import { newPasswordSchema, personFields } from "#lib/contracts/member.ts";
import { LOCALES } from "#lib/i18n/choose-locale.ts";
import { ROLES, type Role } from "#lib/roles.ts";

/** The secret at the end of an invitation or set-up link: 256 random bits as base64url. */
export const linkTokenSchema = z.string().regex(/^[A-Za-z0-9_-]{43}$/);

export const newInvitationSchema = z.strictObject({
	...personFields,
	role: z.enum(ROLES),
	/** The language of the invitation mail and of the new member's pages. */
	locale: z.enum(LOCALES),
});
export type NewInvitation = z.infer<typeof newInvitationSchema>;

const invitationSchema = z.object({
	id: z.string(),
	email: z.string(),
	name: z.string(),
	role: z.enum(ROLES),
	invitedBy: z.string(),
	invitedAt: timeSchema,
	expiresAt: timeSchema,
	/** The link no longer works: it expired, or its maker may no longer invite. The invitation stays listed until revoked or renewed. */
	isOver: z.boolean(),
	mailedAt: timeSchema.nullable(),
});
export type Invitation = z.infer<typeof invitationSchema>;

/** `GET /api/invitations`: pending invitations, the newest first. */
export const invitationsSchema = z.object({
	items: z.array(invitationSchema),
	mailed: z.boolean(),
});
export type Invitations = z.infer<typeof invitationsSchema>;

/** The link is returned only once and is not stored. */
export const issuedInvitationSchema = z.object({ invitation: invitationSchema, link: z.url() });
export type IssuedInvitation = z.infer<typeof issuedInvitationSchema>;

/** Body of `POST /api/invitation/opening` and `/api/set-up/opening`: servers log URLs, so no URL holds the token. */
export const linkSchema = z.strictObject({ token: z.string().max(200) });

/** `invitation` is null when the link is unknown, used, revoked, renewed or expired, or its maker may no longer invite. */
export interface OpenedInvitation {
	invitation: { name: string; email: string; role: Role; invitedBy: string } | null;
}

/** `POST /api/invitation`: the link is the only credential. */
export const acceptanceSchema = z.strictObject({ token: linkTokenSchema, password: newPasswordSchema });
export type Acceptance = z.infer<typeof acceptanceSchema>;

/** `POST /api/set-up`: the first admin of a desk without members. */
export const setUpSchema = z.strictObject({ token: linkTokenSchema, ...personFields, password: newPasswordSchema });
export type SetUp = z.infer<typeof setUpSchema>;
