/** Invitations: how members come, by a link that is used once; and how the first one does. */
import { z } from "zod";
import { plainTextSchema, timeSchema } from "#lib/contracts/common-fields.ts";
import { LOCALES, PASSWORD_MIN_LENGTH } from "#lib/contracts/member.ts";
import { ROLES, type Role } from "#lib/roles.ts";

const personFields = { email: z.email().max(254), name: plainTextSchema(80).min(1) };
const ownPassword = z.string().min(PASSWORD_MIN_LENGTH).max(256);
/** What a link ends in: 256 random bits, base64url. */
export const linkTokenSchema = z.string().regex(/^[A-Za-z0-9_-]{43}$/);

/** `POST /api/invitations` */
export const newInvitationSchema = z.strictObject({
	...personFields,
	role: z.enum(ROLES),
	/** Of the mail, and of the desk when they come. */
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
	/** Of the link that counts. One that is over stands here until it is revoked or made anew. */
	expiresAt: timeSchema,
	isOver: z.boolean(),
	mailedAt: timeSchema.nullable(),
});
export type Invitation = z.infer<typeof invitationSchema>;

/** `GET /api/invitations`: those that nobody has accepted, the newest first. */
export const invitationsSchema = z.object({
	items: z.array(invitationSchema),
	/** The desk sends mail: the link goes to the person by itself. */
	mailed: z.boolean(),
});
export type Invitations = z.infer<typeof invitationsSchema>;

/** The link is told this once, and kept nowhere. */
export const issuedInvitationSchema = z.object({ invitation: invitationSchema, link: z.url() });
export type IssuedInvitation = z.infer<typeof issuedInvitationSchema>;

/** `POST /api/invitation/opening`, `POST /api/set-up/opening`: never in an address that a server sees. */
export const linkSchema = z.strictObject({ token: z.string().max(200) });

/** Null: unknown, used, revoked, made anew or too old. */
export interface OpenedInvitation {
	invitation: { name: string; email: string; role: Role; invitedBy: string } | null;
}

/** `POST /api/invitation`: by whoever holds the link. */
export const acceptanceSchema = z.strictObject({ token: linkTokenSchema, password: ownPassword });
export type Acceptance = z.infer<typeof acceptanceSchema>;

/** `POST /api/set-up`: the first admin of a desk without members. */
export const setUpSchema = z.strictObject({ token: linkTokenSchema, ...personFields, password: ownPassword });
export type SetUp = z.infer<typeof setUpSchema>;
