/** How members come in: through the identity provider, with passwords, or both. */
import { z } from "zod";
import { ROLES } from "#lib/roles.ts";

/** `GET /api/single-sign-on` */
export const singleSignOnQuerySchema = z.object({
	next: z.string().optional(),
	/** `1`: the provider asks anew who they are. */
	fresh: z.string().optional(),
});

/** `GET /api/sign-in-rules` */
export const signInRulesSchema = z.object({
	/** Null: none is configured. */
	provider: z
		.object({
			host: z.string(),
			name: z.string().nullable(),
			groupsClaim: z.string(),
			roleGroups: z.array(z.object({ role: z.enum(ROLES), group: z.string() })),
			/** To be registered at the provider. */
			callback: z.string(),
		})
		.nullable(),
	passwordSignIn: z.boolean(),
	/** Whom a password still lets in where it lets in nobody else. */
	emergencyMemberId: z.string().nullable(),
	/** The session that asks began at the provider. */
	throughProvider: z.boolean(),
	/** Admins who may sign in and have a password. */
	candidates: z.array(z.object({ id: z.string(), name: z.string() })),
});
export type SignInRules = z.infer<typeof signInRulesSchema>;

/** `PUT /api/sign-in-rules` */
export const signInRulesChangeSchema = z.discriminatedUnion("passwordSignIn", [
	z.strictObject({ passwordSignIn: z.literal(true) }),
	z.strictObject({ passwordSignIn: z.literal(false), emergencyMemberId: z.string().min(1).max(64) }),
]);
export type SignInRulesChange = z.infer<typeof signInRulesChangeSchema>;

/** `POST /api/single-sign-on/back-channel`, as the provider's server sends it. */
export const toldSignOutSchema = z.object({ logout_token: z.string().min(1).max(16_000) });
