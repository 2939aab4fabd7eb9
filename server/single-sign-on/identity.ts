/** Who the provider says that somebody is, read from its claims. Pure: nothing of them is believed but what has the right form. */
import { z } from "zod";
import { plainTextSchema } from "#lib/contracts/common-fields.ts";

export interface Identity {
	issuer: string;
	subject: string;
	/** Lower case; null: none, or none that can be one. */
	email: string | null;
	/** The word `true` itself, and nothing like it. */
	emailVerified: boolean;
	name: string | null;
	/** As sent; `roleOfGroups` reads it. */
	groups: unknown;
	provedAt: Date | null;
	/** Of the session there: by it the provider says that it has ended. */
	sid: string | null;
}

const emailSchema = z.email().max(254);
export const memberNameSchema = plainTextSchema(80).min(1);

export function readIdentity(
	claims: Readonly<Record<string, unknown>> & { iss: string; sub: string },
	groupsClaim: string,
): Identity {
	const { email, name, preferred_username: username, auth_time: authTime } = claims;
	return {
		issuer: claims.iss,
		subject: claims.sub,
		email: emailSchema.safeParse(typeof email === "string" ? email.toLowerCase() : null).data ?? null,
		emailVerified: claims.email_verified === true,
		name: memberNameSchema.safeParse(name).data ?? memberNameSchema.safeParse(username).data ?? null,
		groups: Object.hasOwn(claims, groupsClaim) ? claims[groupsClaim] : undefined,
		sid: typeof claims.sid === "string" && claims.sid.length <= 255 ? claims.sid : null,
		provedAt: typeof authTime === "number" && Number.isSafeInteger(authTime) ? dateOf(authTime) : null,
	};
}

function dateOf(seconds: number): Date | null {
	const date = new Date(seconds * 1_000);
	return Number.isNaN(date.getTime()) ? null : date;
}
