/** The ways in which members sign in: through the identity provider, with passwords, or both. */
import { z } from "zod";
import { personSchema } from "#lib/contracts/common-fields.ts";
import { ROLES } from "#lib/roles.ts";

export const singleSignOnQuerySchema = z.object({
	next: z.string().optional(),
	/** `1`: the provider must authenticate the person again. */
	fresh: z.string().optional(),
});

export const signInRulesSchema = z.object({
	provider: z
		.object({
			host: z.string(),
			name: z.string().nullable(),
			groupsClaim: z.string(),
			roleGroups: z.array(z.object({ role: z.enum(ROLES), group: z.string() })),
			/** The redirect URL that must be registered at the provider. */
			callback: z.string(),
		})
		.nullable(),
	passwordSignIn: z.boolean(),
	/** The only member who can sign in with a password while password sign-in is off. */
	emergencyMemberId: z.string().nullable(),
	/** The emergency member's name, even if the member is not among `candidates`, for example because of a temporary password. */
	emergency: z.string().nullable(),
	throughProvider: z.boolean(),
	/** Admins who may sign in and have a password. */
	candidates: z.array(personSchema),
});
export type SignInRules = z.infer<typeof signInRulesSchema>;

export const signInRulesChangeSchema = z.discriminatedUnion("passwordSignIn", [
	z.strictObject({ passwordSignIn: z.literal(true) }),
	z.strictObject({ passwordSignIn: z.literal(false), emergencyMemberId: z.string().min(1).max(64) }),
]);
export type SignInRulesChange = z.infer<typeof signInRulesChangeSchema>;

/** `POST /api/single-sign-on/back-channel`, sent by the provider's server. */
export const providerLogoutSchema = z.object({ logout_token: z.string().min(1).max(16_000) });
